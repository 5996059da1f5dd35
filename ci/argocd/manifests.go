package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/argoproj/argo-cd/v3/pkg/apis/application/v1alpha1"
	"github.com/argoproj/argo-cd/v3/reposerver/apiclient"
	"github.com/argoproj/argo-cd/v3/reposerver/repository"
	"github.com/argoproj/argo-cd/v3/util/app/path"
	"github.com/argoproj/argo-cd/v3/util/git"
	utilio "github.com/argoproj/argo-cd/v3/util/io"
	"k8s.io/apimachinery/pkg/api/resource"
)

// The default of the repository server's reposerver.max.combined.directory.manifests.size.
var maxDirectorySize = resource.MustParse("10M")

type manifestsQuestion struct {
	Application v1alpha1.Application `json:"application"`
	// Where each repository of the sources is checked out, and each chart unpacked.
	Folders     map[string]string `json:"folders"`
	KubeVersion string            `json:"kubeVersion"`
}

type manifestsAnswer struct {
	// Objects of all sources, in the order in which they come.
	Manifests []json.RawMessage `json:"manifests"`
}

func manifests(asked manifestsQuestion) (manifestsAnswer, error) {
	found := manifestsAnswer{Manifests: []json.RawMessage{}}
	checkouts := utilio.NewRandomizedTempPaths("")
	for repository, folder := range asked.Folders {
		// As the server does for every checkout, before anything is generated.
		if err := path.CheckOutOfBoundsSymlinks(folder); err != nil {
			return found, err
		}
		checkouts.Add(git.NormalizeGitURL(repository), folder)
	}
	for _, source := range asked.Application.Spec.GetSources() {
		if source.IsRef() && source.Path == "" && source.Chart == "" {
			continue
		}
		generated, err := generate(asked, source, checkouts)
		if err != nil {
			return found, err
		}
		for _, one := range generated.Manifests {
			found.Manifests = append(found.Manifests, json.RawMessage(one))
		}
	}
	return found, nil
}

func generate(
	asked manifestsQuestion, source v1alpha1.ApplicationSource, checkouts utilio.TempPaths,
) (*apiclient.ManifestResponse, error) {
	folder := asked.Folders[source.RepoURL]
	if folder == "" {
		return nil, fmt.Errorf("no folder for %s", source.RepoURL)
	}
	spec := asked.Application.Spec
	request := &apiclient.ManifestRequest{
		Repo:               &v1alpha1.Repository{Repo: source.RepoURL},
		AppLabelKey:        "app.kubernetes.io/instance",
		AppName:            asked.Application.Name,
		Namespace:          spec.Destination.Namespace,
		ApplicationSource:  &source,
		KubeVersion:        asked.KubeVersion,
		TrackingMethod:     string(v1alpha1.TrackingMethodAnnotation),
		ProjectName:        spec.Project,
		HasMultipleSources: spec.HasMultipleSources(),
		RefSources:         references(spec.GetSources()),
	}
	return repository.GenerateManifests(
		context.Background(), filepath.Join(folder, source.Path), folder, source.TargetRevision, request, false,
		&git.NoopCredsStore{}, maxDirectorySize, checkouts,
	)
}

func references(sources v1alpha1.ApplicationSources) map[string]*v1alpha1.RefTarget {
	found := map[string]*v1alpha1.RefTarget{}
	for _, source := range sources {
		if source.IsRef() {
			found["$"+source.Ref] = &v1alpha1.RefTarget{
				Repo: v1alpha1.Repository{Repo: source.RepoURL}, TargetRevision: source.TargetRevision,
			}
		}
	}
	return found
}
