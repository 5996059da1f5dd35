package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/argoproj/argo-cd/v3/applicationset/controllers/template"
	"github.com/argoproj/argo-cd/v3/applicationset/generators"
	"github.com/argoproj/argo-cd/v3/applicationset/utils"
	"github.com/argoproj/argo-cd/v3/pkg/apis/application/v1alpha1"
	"github.com/argoproj/argo-cd/v3/util/git"
	log "github.com/sirupsen/logrus"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
)

type applicationsQuestion struct {
	ApplicationSet v1alpha1.ApplicationSet `json:"applicationSet"`
	// Where each repository is checked out.
	Folders map[string]string `json:"folders"`
}

type applicationsAnswer struct {
	Applications []v1alpha1.Application `json:"applications"`
}

func applications(asked applicationsQuestion) (applicationsAnswer, error) {
	known := runtime.NewScheme()
	if err := v1alpha1.AddToScheme(known); err != nil {
		return applicationsAnswer{}, err
	}
	set := asked.ApplicationSet
	project := &v1alpha1.AppProject{
		ObjectMeta: metav1.ObjectMeta{Name: set.Spec.Template.Spec.Project, Namespace: set.Namespace},
	}
	cluster := fake.NewClientBuilder().WithScheme(known).WithObjects(project).Build()
	found, _, err := template.GenerateApplications(
		log.NewEntry(log.StandardLogger()),
		set,
		map[string]generators.Generator{"Git": generators.NewGitGenerator(checkouts(asked.Folders), set.Namespace)},
		&utils.Render{},
		cluster,
	)
	return applicationsAnswer{found}, err
}

// checkouts are folders by the address of what is checked out there; files are found in them as the repository server
// finds them, with git.
type checkouts map[string]string

func (folders checkouts) GetFiles(
	_ context.Context, repository, _, _, pattern string, _ bool, _ *v1alpha1.SourceIntegrity,
) (map[string][]byte, error) {
	folder := folders[repository]
	if folder == "" {
		return nil, fmt.Errorf("no folder for %s", repository)
	}
	client, err := git.NewClientExt(repository, folder, git.NopCreds{}, false, false, "", "")
	if err != nil {
		return nil, err
	}
	names, err := client.LsFiles(pattern, false)
	if err != nil {
		return nil, err
	}
	found := map[string][]byte{}
	for _, name := range names {
		if found[name], err = os.ReadFile(filepath.Join(folder, name)); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func (checkouts) GetDirectories(
	context.Context, string, string, string, bool, *v1alpha1.SourceIntegrity,
) ([]string, error) {
	return nil, fmt.Errorf("folders are not generated from")
}
