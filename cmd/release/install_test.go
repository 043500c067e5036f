package main

import (
	"fmt"
	"maps"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"muster/store"
)

// settings are the names in the guide's table, which a test of cmd/muster holds against the
// program.
func settings(t *testing.T) map[string]bool {
	t.Helper()
	_, table, _ := strings.Cut(text(t, "../muster/operating.md"), "| setting | ")
	table, _, _ = strings.Cut(table, "\n\n")
	names := map[string]bool{}
	for row := range strings.Lines(table) {
		cell, _, _ := strings.Cut(strings.TrimPrefix(row, "|"), "|")
		for _, name := range regexp.MustCompile("`([A-Z][A-Z0-9_]+)`").FindAllStringSubmatch(cell, -1) {
			names[name[1]], names[name[1]+"_FILE"] = true, true
		}
	}
	if len(names) < 100 {
		t.Fatalf("%d settings in the guide", len(names))
	}
	return names
}

func text(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// node is a value in a YAML file.
type node = map[string]any

func parsed(t *testing.T, path string) node {
	t.Helper()
	var v node
	if err := yaml.Unmarshal([]byte(text(t, path)), &v); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return v
}

// at follows keys and positions down from a value; what is not there is nil.
func at(v any, path ...any) any {
	for _, step := range path {
		switch s := step.(type) {
		case string:
			m, _ := v.(node)
			v = m[s]
		case int:
			list, _ := v.([]any)
			if s >= len(list) {
				return nil
			}
			v = list[s]
		}
	}
	return v
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func TestComposeFitsTheProgram(t *testing.T) {
	file, known := parsed(t, "install/compose/compose.yaml"), settings(t)
	services, secrets := at(file, "services").(node), at(file, "secrets").(node)
	for name, service := range services {
		for _, secret := range list(at(service, "secrets")) {
			if at(secrets, secret.(string), "file") != "secrets/"+secret.(string) {
				t.Errorf("%s: the secret %v", name, secret)
			}
		}
		for setting, value := range environment(service) {
			if own := at(service, "image") == "muster:VERSION" || name == "backup"; own && !known[setting] {
				t.Errorf("%s: %s is no setting", name, setting)
			}
			secret, isSecret := strings.CutPrefix(fmt.Sprint(value), "/run/secrets/")
			if isSecret && !slices.Contains(list(at(service, "secrets")), any(secret)) {
				t.Errorf("%s: %s reads the secret %s, which it is not given", name, setting, secret)
			}
		}
		if len(list(at(service, "ports"))) > 0 && name != "balancer" {
			t.Errorf("%s has an open port", name)
		}
	}
	balancer := text(t, "install/compose/Caddyfile")
	for _, name := range []string{"node1", "node2"} {
		service := services[name]
		equal(t, name+" read_only", at(service, "read_only"), true)
		equal(t, name+" cap_drop", at(service, "cap_drop"), "[ALL]")
		equal(t, name+" health", at(service, "healthcheck", "test"), "[CMD /muster health]")
		equal(t, name+" proxies", at(service, "environment", "MUSTER_TRUSTED_PROXIES"), at(services, "balancer", "networks", "front", "ipv4_address"))
		if upstream := fmt.Sprintf("%s:%v", name, at(service, "environment", "PORT")); !strings.Contains(balancer, upstream) {
			t.Errorf("the balancer does not know %s", upstream)
		}
	}
	for name, service := range services {
		// One that is to reach Postgres is refused without TLS, and the network here has none.
		if of := environment(service); of["DATABASE_URL_FILE"] != nil {
			equal(t, name+" plaintext", of["MUSTER_ALLOW_PLAINTEXT"], "true")
		}
	}
	balancerApart(t, file)
	equal(t, "settings of migrate", at(services, "migrate", "env_file"), at(services, "node1", "env_file"))
	equal(t, "user of backups", at(services, "backup", "user"), source{}.run().User)
	environmentFile(t, "install/compose/muster.env", known)
}

// balancerApart checks that no other container is given the balancer's address. Docker gives the
// lowest that is free, to the nodes first, which start before it: it could not start then.
func balancerApart(t *testing.T, file node) {
	t.Helper()
	config := at(file, "networks", "front", "ipam", "config", 0)
	prefix := func(name string) netip.Prefix {
		p, err := netip.ParsePrefix(fmt.Sprint(at(config, name)))
		if err != nil {
			t.Errorf("%s of the network front: %v", name, err)
		}
		return p.Masked()
	}
	own, err := netip.ParseAddr(fmt.Sprint(at(file, "services", "balancer", "networks", "front", "ipv4_address")))
	gateway, failed := netip.ParseAddr(fmt.Sprint(at(config, "gateway")))
	subnet, others := prefix("subnet"), prefix("ip_range")
	if err != nil || failed != nil || own == gateway || !subnet.Contains(own) || !subnet.Contains(gateway) || !subnet.Contains(others.Addr()) || others.Contains(own) || others.Bits() > 28 {
		t.Errorf("the balancer at %v of %v beside the gateway %v and others in %v; %v %v", own, subnet, gateway, others, err, failed)
	}
}

func list(v any) []any {
	l, _ := v.([]any)
	return l
}

func environment(service any) node {
	m, _ := at(service, "environment").(node)
	return m
}

// environmentFile checks the names in a file of NAME=value lines.
func environmentFile(t *testing.T, path string, known map[string]bool) {
	t.Helper()
	for line := range strings.Lines(text(t, path)) {
		if name, _, ok := strings.Cut(line, "="); ok && !strings.HasPrefix(line, "#") && !known[name] {
			t.Errorf("%s: %s is no setting", path, name)
		}
	}
}

// largestUpload is the most bytes of a call: a video, its picture, and what else a browser says.
const largestUpload = store.MaxVideoBytes + store.MaxPosterBytes + 64<<10

func TestKubernetesFitsTheProgram(t *testing.T) {
	const dir = "install/kustomize/"
	known := settings(t)
	for _, resource := range list(parsed(t, dir+"kustomization.yaml")["resources"]) {
		if at(parsed(t, dir+resource.(string)), "kind") == nil {
			t.Errorf("%v is no resource", resource)
		}
	}
	deployed := parsed(t, dir+"node.yaml")
	pod := at(deployed, "spec", "template", "spec")
	equal(t, "user", at(pod, "securityContext", "runAsUser"), imageUser)
	equal(t, "not root", at(pod, "securityContext", "runAsNonRoot"), true)
	server := at(pod, "containers", 0)
	equal(t, "settings of migrate", at(pod, "initContainers", 0, "envFrom"), list(at(server, "envFrom"))[:1])
	// The page has keys of S3 put there, which no node was given.
	equal(t, "the rest of the secret", at(server, "envFrom", 1, "secretRef", "name"), "muster")
	for _, container := range append(list(at(pod, "initContainers")), list(at(pod, "containers"))...) {
		equal(t, "image", at(container, "image"), "muster:VERSION")
		equal(t, "read only", at(container, "securityContext", "readOnlyRootFilesystem"), true)
		equal(t, "escalation", at(container, "securityContext", "allowPrivilegeEscalation"), false)
		for _, variable := range list(at(container, "env")) {
			name := at(variable, "name").(string)
			if key := at(variable, "valueFrom", "secretKeyRef", "key"); !known[name] || key != nil && key != name {
				t.Errorf("%s from %v", name, key)
			}
			// A secret that may be missing would be one that is silently not used.
			if at(variable, "valueFrom", "secretKeyRef", "optional") != nil {
				t.Errorf("%s is optional", name)
			}
		}
	}
	for name := range at(parsed(t, dir+"settings.yaml"), "data").(node) {
		if !known[name] {
			t.Errorf("settings.yaml: %s is no setting", name)
		}
	}
	values := map[string]any{}
	for _, variable := range list(at(server, "env")) {
		values[at(variable, "name").(string)] = at(variable, "value")
	}
	equal(t, "port", at(server, "ports", 0, "containerPort"), values["PORT"])
	equal(t, "metrics", fmt.Sprint(":", at(server, "ports", 1, "containerPort")), values["MUSTER_OPS_ADDR"])
	equal(t, "ready", at(server, "readinessProbe", "httpGet", "path"), "/readyz")
	equal(t, "alive", at(server, "livenessProbe", "httpGet", "path"), "/healthz")
	// A video was refused by the ingress, which takes 1 MiB by itself.
	size := fmt.Sprint(at(parsed(t, dir+"ingress.yaml"), "metadata", "annotations", "nginx.ingress.kubernetes.io/proxy-body-size"))
	if mebibytes, err := strconv.Atoi(strings.TrimSuffix(size, "m")); err != nil || mebibytes<<20 < largestUpload {
		t.Errorf("the ingress takes bodies of %s, an upload has up to %d bytes", size, largestUpload)
	}
	if !strings.Contains(text(t, "../muster/operating.md"), "`client_max_body_size "+size+"`") {
		t.Errorf("the guide does not say that balancers must take bodies of %s", size)
	}
	labels := at(deployed, "spec", "template", "metadata", "labels")
	equal(t, "service", at(parsed(t, dir+"service.yaml"), "spec", "selector"), labels)
	equal(t, "disruptions", at(parsed(t, dir+"disruption.yaml"), "spec", "selector", "matchLabels"), labels)
}

func TestUnitFitsTheProgram(t *testing.T) {
	unit, known := text(t, "install/systemd/muster.service"), settings(t)
	environmentFile(t, "install/systemd/muster.env", known)
	given := map[string]bool{}
	for _, line := range regexp.MustCompile(`(?m)^LoadCredential=(\w+):/etc/muster/secrets/(\w+)$`).FindAllStringSubmatch(unit, -1) {
		given[line[1]] = line[1] == line[2]
	}
	used := map[string]bool{}
	for _, line := range regexp.MustCompile(`(?m)^Environment=(.*)$`).FindAllStringSubmatch(unit, -1) {
		for pair := range strings.FieldsSeq(line[1]) {
			name, value, _ := strings.Cut(pair, "=")
			if !known[name] {
				t.Errorf("%s is no setting", name)
			}
			if secret, ok := strings.CutPrefix(value, "%d/"); ok {
				used[secret] = true
			}
		}
	}
	if !maps.Equal(given, used) || len(used) == 0 {
		t.Errorf("credentials %v, used %v", given, used)
	}
	for _, line := range []string{"DynamicUser=yes", "NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet=", "LimitNOFILE=65536"} {
		if !strings.Contains(unit, "\n"+line+"\n") {
			t.Errorf("the unit lacks %s", line)
		}
	}
}

// The script makes every secret that Compose needs, says which one is left to the operator,
// and changes none that is there.
func TestSecretsAreMadeOnce(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "secrets.sh"), text(t, "install/compose/secrets.sh"))
	run := func() (string, error) {
		said, err := exec.Command("sh", filepath.Join(dir, "secrets.sh")).CombinedOutput()
		return string(said), err
	}
	if said, err := run(); err == nil || !strings.Contains(said, "write secrets/smtp_url yourself") {
		t.Errorf("without mail: %v, %s", err, said)
	}
	write(t, filepath.Join(dir, "secrets", "smtp_url"), "smtp://localhost:25\n")
	before := text(t, filepath.Join(dir, "secrets", "muster_secret"))
	if said, err := run(); err != nil || text(t, filepath.Join(dir, "secrets", "muster_secret")) != before || len(before) < 64 {
		t.Errorf("again: %v, %s", err, said)
	}
	for name := range at(parsed(t, "install/compose/compose.yaml"), "secrets").(node) {
		if text(t, filepath.Join(dir, "secrets", name)) == "" {
			t.Errorf("%s is empty", name)
		}
	}
	password := strings.TrimSpace(text(t, filepath.Join(dir, "secrets", "server_password")))
	if !strings.Contains(text(t, filepath.Join(dir, "secrets", "database_url")), ":"+password+"@postgres:5432/") {
		t.Error("the address has another password")
	}
}

// The page names no file of install/ that is not there.
func TestPageNamesWhatIsShipped(t *testing.T) {
	page := text(t, "../muster/installing.md")
	for _, path := range regexp.MustCompile(`\binstall/[a-z/.]+[a-z]`).FindAllString(page, -1) {
		if _, err := os.Stat(path); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// What the shipped guide links to is shipped, too: "scaling" led nowhere.
func TestLinksOfTheGuideLeadToWhatIsShipped(t *testing.T) {
	shipped := map[string]bool{}
	for _, name := range guide {
		shipped[name] = true
	}
	links := 0
	for _, name := range guide {
		for _, link := range regexp.MustCompile(`\]\(([^)#:]+)[^)]*\)`).FindAllStringSubmatch(text(t, "../muster/"+name), -1) {
			links++
			if to := filepath.ToSlash(filepath.Join(filepath.Dir(name), link[1])); !shipped[to] {
				t.Errorf("%s links to %s, which no archive has", name, link[1])
			}
		}
	}
	if links < 10 {
		t.Errorf("%d links", links)
	}
}

// The page removes what its steps and the unit put on a machine. It ended with the upgrade, and who
// went by it left the secret and the members' files behind.
func TestPageRemovesWhatIsInstalled(t *testing.T) {
	page := text(t, "../muster/installing.md")
	_, removal, _ := strings.Cut(page, "\n## Remove\n")
	removal, _, _ = strings.Cut(removal, "\n## ")
	for _, installed := range []struct{ by, removed string }{
		{"install muster /usr/local/bin/\n", "/usr/local/bin/muster"},
		{"/etc/muster /etc/muster/secrets\n", " /etc/muster "},
		{"install/systemd/muster.service /etc/systemd/system/\n", "/etc/systemd/system/muster.service"},
		{"/var/lib/private/muster", "/var/lib/private/muster"},
		{"create role muster login", "'drop role muster'"},
		{"create role muster_server login", "'drop role muster_server'"},
		{"create database muster ", "'drop database muster'"},
		{"docker load", "docker image rm"},
		{"docker compose up", "docker compose down --volumes"},
		{"kubectl apply -k overlay", "kubectl delete -k overlay"},
	} {
		if !strings.Contains(page, installed.by) || !strings.Contains(removal, installed.removed) {
			t.Errorf("%q is installed, %q is not removed", installed.by, installed.removed)
		}
	}
}
