package main

import (
	"context"
	"errors"
	"time"

	"github.com/argoproj/argo-cd/gitops-engine/pkg/cache"
	engine "github.com/argoproj/argo-cd/gitops-engine/pkg/diff"
	gitops "github.com/argoproj/argo-cd/gitops-engine/pkg/engine"
	"github.com/argoproj/argo-cd/gitops-engine/pkg/sync"
	synced "github.com/argoproj/argo-cd/gitops-engine/pkg/sync/common"
	"github.com/argoproj/argo-cd/gitops-engine/pkg/utils/kube"
	"github.com/argoproj/argo-cd/gitops-engine/pkg/utils/tracing"
	"github.com/argoproj/argo-cd/v3/common"
	"github.com/argoproj/argo-cd/v3/util/lua"
	"github.com/go-logr/logr"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// How long a sync may take.
const syncTimeout = time.Minute

type syncQuestion struct {
	Configuration configuration                `json:"configuration"`
	Namespace     string                       `json:"namespace"`
	Manifests     []*unstructured.Unstructured `json:"manifests"`
}

// syncResult is what became of one object.
type syncResult struct {
	Kind    string            `json:"kind"`
	Status  synced.ResultCode `json:"status"`
	Message string            `json:"message"`
}

type syncAnswer struct {
	Results   []syncResult `json:"results"`
	OutOfSync []outOfSync  `json:"outOfSync"`
}

// destination is the cluster that an Application names.
type destination struct {
	config  *rest.Config
	kubectl *kube.KubectlCmd
	engine  gitops.GitOpsEngine
}

// serveSync applies manifests to the cluster of a kubeconfig as an Application does that asks for server-side apply, then
// compares as one does that asks for the server-side diff.
func serveSync(arguments []string) error {
	if len(arguments) != 1 {
		return errors.New("usage: argocd sync KUBECONFIG")
	}
	config, err := clientcmd.BuildConfigFromFlags("", arguments[0])
	if err != nil {
		return err
	}
	resources := cache.NewClusterCache(config, cache.SetLogr(logr.Discard()))
	started := gitops.NewEngine(config, resources, gitops.WithLogr(logr.Discard()))
	stop, err := started.Run()
	if err != nil {
		return err
	}
	defer stop()
	kubectl := &kube.KubectlCmd{Log: logr.Discard(), Tracer: tracing.NopTracer{}}
	return exchange(destination{config, kubectl, started}.sync)
}

func (cluster destination) sync(asked syncQuestion) (syncAnswer, error) {
	answer := syncAnswer{Results: []syncResult{}}
	overrides, err := asked.Configuration.overrides()
	if err != nil {
		return answer, err
	}
	ctx, done := context.WithTimeout(context.Background(), syncTimeout)
	defer done()
	isManaged := func(*cache.Resource) bool { return false }
	results, err := cluster.engine.Sync(ctx, asked.Manifests, isManaged, "HEAD", asked.Namespace,
		sync.WithOperationSettings(false, true, false, false),
		sync.WithServerSideApply(true),
		sync.WithServerSideApplyManager(common.ArgoCDSSAManager),
		sync.WithLogr(logr.Discard()),
		sync.WithHealthOverride(lua.ResourceHealthOverrides(overrides)),
	)
	for _, one := range results {
		answer.Results = append(answer.Results, syncResult{one.ResourceKey.Kind, one.Status, one.Message})
	}
	if err != nil {
		return answer, err
	}
	answer.OutOfSync, err = cluster.compare(ctx, asked)
	return answer, err
}

func (cluster destination) compare(ctx context.Context, asked syncQuestion) ([]outOfSync, error) {
	_, parser, err := cluster.kubectl.LoadOpenAPISchema(cluster.config)
	if err != nil {
		return nil, err
	}
	applier, cleanup, err := cluster.kubectl.ManageServerSideDiffDryRuns(cluster.config)
	if err != nil {
		return nil, err
	}
	defer cleanup()
	settings, err := asked.Configuration.comparing()
	if err != nil {
		return nil, err
	}
	settings.WithGVKParser(parser).WithManager(common.ArgoCDSSAManager).WithStructuredMergeDiff(true).
		WithServerSideDiff(true).WithServerSideDryRunner(engine.NewK8sServerSideDryRunner(applier))
	pairs := make([]pair, len(asked.Manifests))
	for i, one := range asked.Manifests {
		live, err := cluster.kubectl.GetResource(
			ctx, cluster.config, one.GroupVersionKind(), one.GetName(), asked.Namespace,
		)
		if err != nil {
			return nil, err
		}
		pairs[i] = pair{one, live}
	}
	return compared(settings, pairs)
}
