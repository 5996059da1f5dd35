package main

import (
	engine "github.com/argoproj/argo-cd/gitops-engine/pkg/health"
	"github.com/argoproj/argo-cd/v3/util/lua"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

type healthQuestion struct {
	Configuration configuration             `json:"configuration"`
	Object        unstructured.Unstructured `json:"object"`
}

type healthAnswer struct {
	// Empty for a kind that has no health.
	Status  engine.HealthStatusCode `json:"status"`
	Message string                  `json:"message"`
}

func health(asked healthQuestion) (healthAnswer, error) {
	overrides, err := asked.Configuration.overrides()
	if err != nil {
		return healthAnswer{}, err
	}
	found, err := engine.GetResourceHealth(&asked.Object, lua.ResourceHealthOverrides(overrides))
	if err != nil || found == nil {
		return healthAnswer{}, err
	}
	return healthAnswer{found.Status, found.Message}, nil
}
