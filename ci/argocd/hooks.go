package main

import (
	"github.com/argoproj/argo-cd/gitops-engine/pkg/sync/common"
	"github.com/argoproj/argo-cd/gitops-engine/pkg/sync/hook"
	"github.com/argoproj/argo-cd/gitops-engine/pkg/sync/ignore"
	"github.com/argoproj/argo-cd/gitops-engine/pkg/sync/syncwaves"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

type hooksAnswer struct {
	// A hook is not part of what an application holds.
	Hook bool `json:"hook"`
	// The phases of a sync in which it runs.
	Types []common.HookType `json:"types"`
	// Neither applied nor run.
	Ignored        bool                      `json:"ignored"`
	Wave           int                       `json:"wave"`
	DeletePolicies []common.HookDeletePolicy `json:"deletePolicies"`
}

func hooks(object unstructured.Unstructured) (hooksAnswer, error) {
	return hooksAnswer{
		Hook:           hook.IsHook(&object),
		Types:          hook.Types(&object),
		Ignored:        ignore.Ignore(&object),
		Wave:           syncwaves.Wave(&object),
		DeletePolicies: hook.DeletePolicies(&object),
	}, nil
}
