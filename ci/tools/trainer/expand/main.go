// Make of TrainJobs what the controller of Kubeflow Trainer makes of them, with its own code.
//
// Each line of standard input is a JSON object with a `trainJob` and its `runtime`, a TrainingRuntime, with the defaults
// of their definitions. Each line of standard output has the `objects` that the controller sends to the API server, or
// the `error` for which it sends none. The API server is a stand-in that has the runtime and nothing else.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"os"

	"github.com/go-logr/logr"
	config "github.com/kubeflow/trainer/v2/pkg/apis/config/v1alpha1"
	trainer "github.com/kubeflow/trainer/v2/pkg/apis/trainer/v1alpha1"
	"github.com/kubeflow/trainer/v2/pkg/runtime/core"
	standin "github.com/kubeflow/trainer/v2/pkg/util/testing"
	"k8s.io/apimachinery/pkg/runtime"
	controller "sigs.k8s.io/controller-runtime"
)

type question struct {
	TrainJob trainer.TrainJob        `json:"trainJob"`
	Runtime  trainer.TrainingRuntime `json:"runtime"`
}

type answer struct {
	Objects []runtime.ApplyConfiguration `json:"objects"`
	Error   string                       `json:"error,omitempty"`
}

func made(ctx context.Context, asked question) (answer, error) {
	builder := standin.NewClientBuilder()
	server := builder.WithObjects(&asked.Runtime).Build()
	known, err := core.NewTrainingRuntime(ctx, server, standin.AsIndex(builder), &config.Configuration{})
	if err != nil {
		return answer{}, err
	}
	objects, err := known.NewObjects(ctx, &asked.TrainJob)
	if err != nil {
		return answer{Error: err.Error()}, nil
	}
	return answer{Objects: objects}, nil
}

func main() {
	controller.SetLogger(logr.Discard())
	answers := json.NewEncoder(os.Stdout)
	for questions := json.NewDecoder(os.Stdin); ; {
		var asked question
		if err := questions.Decode(&asked); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			log.Fatal(err)
		}
		found, err := made(context.Background(), asked)
		if err != nil {
			log.Fatal(err)
		}
		if err := answers.Encode(found); err != nil {
			log.Fatal(err)
		}
	}
}
