"""What an attacker who controls a repository, a manifest, a server or a neighbouring pod can't do."""
