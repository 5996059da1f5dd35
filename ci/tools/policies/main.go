// Say which connections a set of NetworkPolicies lets through, by Cyclonus' model of them: what it compares network
// plug-ins with.
//
// Each line of standard input is a JSON object with `policies` (NetworkPolicies as the API server stores them) and
// `connections` (from, to: the peers' namespaces and labels; port, its name, protocol). Each line of standard output is
// an object with `allowed`, a boolean for each connection.
package main

import (
	"encoding/json"
	"errors"
	"io"
	"log"
	"os"

	"github.com/mattfenwick/cyclonus/pkg/matcher"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
)

type peer struct {
	Namespace       string            `json:"namespace"`
	NamespaceLabels map[string]string `json:"namespaceLabels"`
	Labels          map[string]string `json:"labels"`
}

type connection struct {
	From     peer          `json:"from"`
	To       peer          `json:"to"`
	Port     int           `json:"port"`
	Name     string        `json:"name"`
	Protocol core.Protocol `json:"protocol"`
}

type question struct {
	Policies    []*networking.NetworkPolicy `json:"policies"`
	Connections []connection                `json:"connections"`
}

type answer struct {
	Allowed []bool `json:"allowed"`
}

func (p peer) pod() *matcher.TrafficPeer {
	return &matcher.TrafficPeer{Internal: &matcher.InternalPeer{
		Namespace:       p.Namespace,
		NamespaceLabels: p.NamespaceLabels,
		PodLabels:       p.Labels,
	}}
}

func judged(asked question) answer {
	policy := matcher.BuildNetworkPolicies(false, asked.Policies)
	found := answer{Allowed: make([]bool, 0, len(asked.Connections))}
	for _, one := range asked.Connections {
		found.Allowed = append(found.Allowed, policy.IsTrafficAllowed(&matcher.Traffic{
			Source:           one.From.pod(),
			Destination:      one.To.pod(),
			ResolvedPort:     one.Port,
			ResolvedPortName: one.Name,
			Protocol:         one.Protocol,
		}).IsAllowed())
	}
	return found
}

func main() {
	questions, answers := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	questions.DisallowUnknownFields()
	for {
		var asked question
		if err := questions.Decode(&asked); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			log.Fatal(err)
		}
		if err := answers.Encode(judged(asked)); err != nil {
			log.Fatal(err)
		}
	}
}
