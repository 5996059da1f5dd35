package main

import (
	"crypto/tls"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/cert"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	jobset "sigs.k8s.io/jobset/pkg/webhooks"
)

const loopback = "127.0.0.1"

type endpoint struct {
	Address string `json:"address"`
	// What the server signs itself, PEM.
	Certificate []byte `json:"certificate"`
}

// serveWebhook serves JobSet's own webhooks, and `/reencode` for the other custom resources, until standard input ends.
// Its one line of output says where.
func serveWebhook([]string) error {
	handlers, err := webhookHandlers()
	if err != nil {
		return err
	}
	certificate, key, err := cert.GenerateSelfSignedCertKey(loopback, []net.IP{net.ParseIP(loopback)}, nil)
	if err != nil {
		return err
	}
	pair, err := tls.X509KeyPair(certificate, key)
	if err != nil {
		return err
	}
	listener, err := tls.Listen("tcp", loopback+":0", &tls.Config{Certificates: []tls.Certificate{pair}})
	if err != nil {
		return err
	}
	go http.Serve(listener, handlers)
	where := endpoint{"https://" + listener.Addr().String(), certificate}
	if err := json.NewEncoder(os.Stdout).Encode(where); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// webhookHandlers has a manager that never starts and asks no cluster: what mutates needs none.
func webhookHandlers() (http.Handler, error) {
	known, err := customResources()
	if err != nil {
		return nil, err
	}
	served := webhook.NewServer(webhook.Options{WebhookMux: http.NewServeMux()})
	manager, err := ctrl.NewManager(&rest.Config{}, ctrl.Options{
		Scheme: known, WebhookServer: served, Metrics: server.Options{BindAddress: "0"},
	})
	if err != nil {
		return nil, err
	}
	served.Register("/reencode", &webhook.Admission{Handler: reencoder{known}})
	return served.WebhookMux(), jobset.Setup(manager)
}
