package main

import (
	"encoding/json"

	"github.com/argoproj/argo-cd/v3/common"
	"github.com/argoproj/argo-cd/v3/pkg/apis/application/v1alpha1"
	argodiff "github.com/argoproj/argo-cd/v3/util/argo/diff"
	"github.com/argoproj/argo-cd/v3/util/argo/normalizers"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

type pair struct {
	Rendered *unstructured.Unstructured `json:"rendered"`
	Live     *unstructured.Unstructured `json:"live"`
}

type diffQuestion struct {
	Configuration configuration `json:"configuration"`
	Pairs         []pair        `json:"pairs"`
}

// outOfSync is what is compared of an object: as it is, and as a sync would leave it.
type outOfSync struct {
	Live   json.RawMessage `json:"live"`
	Synced json.RawMessage `json:"synced"`
}

type diffAnswer struct {
	OutOfSync []outOfSync `json:"outOfSync"`
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
	answer := diffAnswer{OutOfSync: []outOfSync{}}
	for _, one := range asked.Pairs {
		found, err := argodiff.StateDiff(one.Live, one.Rendered, settings)
		if err != nil {
			return diffAnswer{}, err
		}
		if found.Modified {
			answer.OutOfSync = append(answer.OutOfSync, outOfSync{found.NormalizedLive, found.PredictedLive})
		}
	}
	return answer, nil
}
