// Asks Flux's own code: whether objects have the fields of its types, and how healthy objects of a cluster are in the
// eyes of a HelmRelease.
//
//	flux decode FILE...           names each field that Flux does not know; status 1 where there is one
//	flux health RELEASE < OBJECTS a line for each object: Current, InProgress, Failed, or Unknown where none can be told
package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	helm "github.com/fluxcd/helm-controller/api/v2"
	kustomization "github.com/fluxcd/kustomize-controller/api/v1"
	"github.com/fluxcd/pkg/runtime/cel"
	source "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	documents "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

var types = map[string]func() any{
	"HelmRelease":    func() any { return &helm.HelmRelease{} },
	"HelmRepository": func() any { return &source.HelmRepository{} },
	"GitRepository":  func() any { return &source.GitRepository{} },
	"Kustomization":  func() any { return &kustomization.Kustomization{} },
	"OCIRepository":  func() any { return &source.OCIRepository{} },
}

func main() {
	if err := run(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(command string, files []string) error {
	switch command {
	case "decode":
		return decode(files)
	case "health":
		return health(files[0], os.Stdin)
	default:
		return fmt.Errorf("no such command: %s", command)
	}
}

func decode(files []string) error {
	var wrong []error
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		wrong = append(wrong, each(bytes.NewReader(data), func(text []byte, kind string) error {
			made, known := types[kind]
			if !known {
				return fmt.Errorf("%s: no type for %q", file, kind)
			}
			if err := yaml.UnmarshalStrict(text, made()); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			return nil
		}))
	}
	return errors.Join(wrong...)
}

func health(file string, objects io.Reader) error {
	evaluators := map[string]*cel.StatusEvaluator{}
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	err = each(bytes.NewReader(data), func(text []byte, _ string) error {
		var release helm.HelmRelease
		if err := yaml.Unmarshal(text, &release); err != nil {
			return err
		}
		for _, check := range release.Spec.HealthCheckExprs {
			evaluator, err := cel.NewStatusEvaluator(&check.HealthCheckExpressions)
			if err != nil {
				return err
			}
			evaluators[check.APIVersion+"/"+check.Kind] = evaluator
		}
		return nil
	})
	if err != nil {
		return err
	}
	return each(objects, func(text []byte, _ string) error {
		var item unstructured.Unstructured
		if err := yaml.Unmarshal(text, &item.Object); err != nil {
			return err
		}
		evaluator, known := evaluators[item.GetAPIVersion()+"/"+item.GetKind()]
		if !known {
			return fmt.Errorf("nothing is said about the health of a %s", item.GetKind())
		}
		result, err := evaluator.Evaluate(context.Background(), &item)
		if err != nil {
			fmt.Printf("%s Unknown\n", item.GetName())
			return nil
		}
		fmt.Printf("%s %s\n", item.GetName(), result.Status)
		return nil
	})
}

// each calls read with every document and its kind.
func each(stream io.Reader, read func(text []byte, kind string) error) error {
	reader := documents.NewYAMLReader(bufio.NewReader(stream))
	var wrong []error
	for {
		text, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return errors.Join(wrong...)
		}
		if err != nil {
			return err
		}
		var head struct {
			Kind string `json:"kind"`
		}
		if err := yaml.Unmarshal(text, &head); err != nil {
			return err
		}
		if head.Kind != "" {
			wrong = append(wrong, read(text, head.Kind))
		}
	}
}
