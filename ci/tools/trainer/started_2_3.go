//go:build !trainer_2_1

package main

import (
	"context"

	config "github.com/kubeflow/trainer/v2/pkg/apis/config/v1alpha1"
	"github.com/kubeflow/trainer/v2/pkg/runtime"
	"github.com/kubeflow/trainer/v2/pkg/runtime/core"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// started returns what handles ClusterTrainingRuntimes; it rests on what handles TrainingRuntimes.
func started(ctx context.Context, cluster client.Client) (runtime.Runtime, error) {
	settings := &config.Configuration{}
	if _, err := core.NewTrainingRuntime(ctx, cluster, unindexed{}, settings); err != nil {
		return nil, err
	}
	return core.NewClusterTrainingRuntime(ctx, cluster, unindexed{}, settings)
}
