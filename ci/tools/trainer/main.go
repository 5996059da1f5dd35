// Build the objects of TrainJobs as the controller of Kubeflow Trainer does: its own code, over a cluster in memory.
//
// Each line of standard input is a JSON object with a `job` and a ClusterTrainingRuntime, `runtime`, both with the
// defaults of their definitions; each line of standard output has the `objects` that come of them, or an `error`, and
// the `refusals` of the webhook.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"

	trainer "github.com/kubeflow/trainer/v2/pkg/apis/trainer/v1alpha1"
	apiruntime "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"
	coscheduling "sigs.k8s.io/scheduler-plugins/apis/scheduling/v1alpha1"
	volcano "volcano.sh/apis/pkg/apis/scheduling/v1beta1"
)

type question struct {
	Job     trainer.TrainJob               `json:"job"`
	Runtime trainer.ClusterTrainingRuntime `json:"runtime"`
}

type refusal struct {
	Field  string `json:"field"`
	Detail string `json:"detail"`
}

type answer struct {
	Objects  []apiruntime.ApplyConfiguration `json:"objects"`
	Error    string                          `json:"error"`
	Refusals []refusal                       `json:"refusals"`
}

// unindexed is an indexer for a client that looks everything up.
type unindexed struct{}

func (unindexed) IndexField(context.Context, client.Object, string, client.IndexerFunc) error {
	return nil
}

// built recovers from a panic of a plug-in, as controller-runtime does: it retries, and the objects never come.
func built(ctx context.Context, known *apiruntime.Scheme, asked question) (found answer) {
	defer func() {
		if reason := recover(); reason != nil {
			found.Objects, found.Error = nil, fmt.Sprintf("panic: %v", reason)
		}
	}()
	cluster := fake.NewClientBuilder().WithScheme(known).WithObjects(&asked.Runtime).Build()
	controller, err := started(ctx, cluster)
	if err != nil {
		return answer{Error: err.Error()}
	}
	_, refused := controller.ValidateObjects(ctx, nil, &asked.Job)
	for _, one := range refused {
		found.Refusals = append(found.Refusals, refusal{one.Field, one.Detail})
	}
	if found.Objects, err = controller.NewObjects(ctx, &asked.Job); err != nil {
		found.Error = err.Error()
	}
	return found
}

func main() {
	known := apiruntime.NewScheme()
	for _, add := range []func(*apiruntime.Scheme) error{
		scheme.AddToScheme, trainer.AddToScheme, jobset.AddToScheme, coscheduling.AddToScheme, volcano.AddToScheme,
	} {
		if err := add(known); err != nil {
			log.Fatal(err)
		}
	}
	answers := json.NewEncoder(os.Stdout)
	for questions := json.NewDecoder(os.Stdin); ; {
		var asked question
		if err := questions.Decode(&asked); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			log.Fatal(err)
		}
		asked.Job.Namespace = "default"
		if err := answers.Encode(built(context.Background(), known, asked)); err != nil {
			log.Fatal(err)
		}
	}
}
