package main

import (
	"context"

	"github.com/argoproj/argo-cd/v3/common"
	"github.com/argoproj/argo-cd/v3/pkg/apis/application/v1alpha1"
	"github.com/argoproj/argo-cd/v3/util/settings"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes/fake"
)

const namespace = "argocd"

// configuration is the data of the ConfigMap argocd-cm.
type configuration map[string]string

// overrides reads what a configuration says about kinds, as every server of Argo CD does.
func (data configuration) overrides() (map[string]v1alpha1.ResourceOverride, error) {
	metadata := func(name string) metav1.ObjectMeta {
		labels := map[string]string{"app.kubernetes.io/part-of": "argocd"}
		return metav1.ObjectMeta{Name: name, Namespace: namespace, Labels: labels}
	}
	client := fake.NewClientset(
		&corev1.ConfigMap{ObjectMeta: metadata(common.ArgoCDConfigMapName), Data: data},
		&corev1.Secret{ObjectMeta: metadata(common.ArgoCDSecretName)},
	)
	ctx, done := context.WithCancel(context.Background())
	defer done()
	return settings.NewSettingsManager(ctx, client, namespace).GetResourceOverrides()
}
