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
	settings, err := asked.Configuration.comparing()
	if err != nil {
		return diffAnswer{}, err
	}
	found, err := compared(settings, asked.Pairs)
	return diffAnswer{found}, err
}

// comparing is how an Application compares that asks for nothing else.
func (data configuration) comparing() (*argodiff.DiffConfigBuilder, error) {
	overrides, err := data.overrides()
	if err != nil {
		return nil, err
	}
	return argodiff.NewDiffConfigBuilder().
		WithDiffSettings(nil, overrides, false, normalizers.IgnoreNormalizerOpts{}).
		WithTracking(common.LabelKeyAppInstance, string(v1alpha1.TrackingMethodAnnotation)).
		WithNoCache(), nil
}

func compared(settings *argodiff.DiffConfigBuilder, pairs []pair) ([]outOfSync, error) {
	config, err := settings.Build()
	if err != nil {
		return nil, err
	}
	different := []outOfSync{}
	for _, one := range pairs {
		found, err := argodiff.StateDiff(one.Live, one.Rendered, config)
		if err != nil {
			return nil, err
		}
		if found.Modified {
			different = append(different, outOfSync{found.NormalizedLive, found.PredictedLive})
		}
	}
	return different, nil
}
