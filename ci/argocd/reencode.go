package main

import (
	"context"
	"encoding/json"
	"net/http"

	trainer "github.com/kubeflow/trainer/v2/pkg/apis/trainer/v1alpha1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"
	coscheduling "sigs.k8s.io/scheduler-plugins/apis/scheduling/v1alpha1"
	volcano "volcano.sh/apis/pkg/apis/scheduling/v1beta1"
)

// reencoder writes an object as a program does that reads it into its types and stores it again: quantities become
// canonical, what is empty goes.
type reencoder struct{ known *runtime.Scheme }

func (coder reencoder) Handle(_ context.Context, request admission.Request) admission.Response {
	typed, err := coder.known.New(schema.GroupVersionKind(request.Kind))
	if err != nil {
		return admission.Errored(http.StatusBadRequest, err)
	}
	if err := json.Unmarshal(request.Object.Raw, typed); err != nil {
		return admission.Errored(http.StatusBadRequest, err)
	}
	written, err := json.Marshal(typed)
	if err != nil {
		return admission.Errored(http.StatusInternalServerError, err)
	}
	return admission.PatchResponseFromRaw(request.Object.Raw, written)
}

func customResources() (*runtime.Scheme, error) {
	known := runtime.NewScheme()
	kinds := runtime.NewSchemeBuilder(
		scheme.AddToScheme, jobset.AddToScheme, trainer.AddToScheme, volcano.AddToScheme, coscheduling.AddToScheme,
	)
	return known, kinds.AddToScheme(known)
}
