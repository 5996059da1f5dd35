// Ask Argo CD's own code, without its servers.
//
// Each line of standard input is a question, each line of standard output its answer, both JSON: an answer has what was
// asked for, or an `error`. What a command serves beside that, it serves until standard input ends.
//
//	argocd applications        the Applications of an ApplicationSet
//	argocd manifests           what the repository server makes of an Application
//	argocd plugin FOLDER       the same, beside the server of the config management plug-in in a folder
//	argocd health              what the health checks of a configuration say about an object
//	argocd hooks               what an object is in a sync
//	argocd diff                what is out of sync
//	argocd sync KUBECONFIG     a sync to a cluster, and what is out of sync afterwards
//	argocd webhook             serves the webhooks that custom resources pass on their way into a store
package main

import (
	"fmt"
	"os"

	"github.com/sirupsen/logrus"
)

var commands = map[string]func(arguments []string) error{
	"applications": answering(applications),
	"manifests":    answering(manifests),
	"plugin":       servePlugin,
	"health":       answering(health),
	"hooks":        answering(hooks),
	"diff":         answering(diff),
	"sync":         serveSync,
	"webhook":      serveWebhook,
}

func main() {
	logrus.SetLevel(logrus.WarnLevel)
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "argocd:", err)
		os.Exit(1)
	}
}

func run(arguments []string) error {
	if len(arguments) == 0 || commands[arguments[0]] == nil {
		return fmt.Errorf("no such command: %q", arguments)
	}
	return commands[arguments[0]](arguments[1:])
}
