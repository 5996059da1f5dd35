package main

import (
	"errors"
	"net"
	"os"
	"time"

	"github.com/argoproj/argo-cd/v3/cmpserver"
	"github.com/argoproj/argo-cd/v3/cmpserver/plugin"
)

// How long the plug-in's server may take to listen.
const patience = 10 * time.Second

// servePlugin answers as `manifests` does, beside the server that a sidecar of the repository server runs. Where that
// listens and works say ARGOCD_PLUGINSOCKFILEPATH and ARGOCD_CMP_WORKDIR, as in Argo CD.
func servePlugin(arguments []string) error {
	if len(arguments) != 1 {
		return errors.New("usage: argocd plugin FOLDER")
	}
	config, err := plugin.ReadPluginConfig(arguments[0])
	if err != nil {
		return err
	}
	server, err := cmpserver.NewServer(plugin.CMPServerInitConstants{PluginConfig: *config})
	if err != nil {
		return err
	}
	go server.Run()
	defer func() { _ = os.Remove(config.Address()) }()
	if err := listening(config.Address()); err != nil {
		return err
	}
	return exchange(manifests)
}

func listening(address string) error {
	for start := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		connection, err := net.Dial("unix", address)
		if err == nil {
			return connection.Close()
		}
		if time.Since(start) > patience {
			return err
		}
	}
}
