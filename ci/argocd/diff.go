package main

import (
	"encoding/json"

	"github.com/argoproj/argo-cd/v3/common"
	"github.com/argoproj/argo-cd/v3/pkg/apis/application/v1alpha1"
	argodiff "github.com/argoproj/argo-cd/v3/util/argo/diff"
	"github.com/argoproj/argo-cd/v3/util/argo/normalizers"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

type diffQuestion struct {
	Configuration configuration             `json:"configuration"`
	Rendered      unstructured.Unstructured `json:"rendered"`
	Live          unstructured.Unstructured `json:"live"`
}

type diffAnswer struct {
	OutOfSync bool `json:"outOfSync"`
	// What is compared: the object as it is, and as a sync would leave it.
	Live   json.RawMessage `json:"live"`
	Synced json.RawMessage `json:"synced"`
}

func diff(asked diffQuestion) (diffAnswer, error) {
	overrides, err := asked.Configuration.overrides()
	if err != nil {
		return diffAnswer{}, err
	}
	settings, err := argodiff.NewDiffConfigBuilder().
		WithDiffSettings(nil, overrides, false, normalizers.IgnoreNormalizerOpts{}).
		WithTracking(common.LabelKeyAppInstance, string(v1alpha1.TrackingMethodAnnotation)).
		WithNoCache().
		Build()
	if err != nil {
		return diffAnswer{}, err
	}
	found, err := argodiff.StateDiff(&asked.Live, &asked.Rendered, settings)
	if err != nil {
		return diffAnswer{}, err
	}
	return diffAnswer{found.Modified, found.NormalizedLive, found.PredictedLive}, nil
}
