// Merge runtimePatches as Kubeflow Trainer does, with its own types and Kubernetes' own strategic merge.
//
// Each line of standard input is a JSON object with the spec of a JobSet, `original`, and a `patch` of it; each line of
// standard output the spec that comes out.
package main

import (
	"encoding/json"
	"errors"
	"io"
	"log"
	"os"

	trainer "github.com/kubeflow/trainer/v2/pkg/apis/trainer/v1alpha1"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"
)

type question struct {
	Original jobset.JobSetSpec       `json:"original"`
	Patch    trainer.JobSetSpecPatch `json:"patch"`
}

func merged(asked question) (jobset.JobSetSpec, error) {
	original, err := json.Marshal(asked.Original)
	if err != nil {
		return jobset.JobSetSpec{}, err
	}
	patch, err := json.Marshal(asked.Patch)
	if err != nil {
		return jobset.JobSetSpec{}, err
	}
	text, err := strategicpatch.StrategicMergePatch(original, patch, jobset.JobSetSpec{})
	if err != nil {
		return jobset.JobSetSpec{}, err
	}
	var found jobset.JobSetSpec
	return found, json.Unmarshal(text, &found)
}

func main() {
	answers := json.NewEncoder(os.Stdout)
	for questions := json.NewDecoder(os.Stdin); ; {
		var asked question
		if err := questions.Decode(&asked); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			log.Fatal(err)
		}
		found, err := merged(asked)
		if err != nil {
			log.Fatal(err)
		}
		if err := answers.Encode(found); err != nil {
			log.Fatal(err)
		}
	}
}
