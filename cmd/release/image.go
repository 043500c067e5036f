package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"time"
)

// imageUser runs the program in the image: nobody on the machine has this number.
const imageUser = 65532

// Media types of an image's parts.
const (
	manifestType = "application/vnd.oci.image.manifest.v1+json"
	configType   = "application/vnd.oci.image.config.v1+json"
	layerType    = "application/vnd.oci.image.layer.v1.tar+gzip"
)

// descriptor names a part of an image by its hash.
type descriptor struct {
	MediaType   string            `json:"mediaType"`
	Digest      string            `json:"digest"`
	Size        int               `json:"size"`
	Annotations map[string]string `json:"annotations,omitempty"`
	Platform    *platform         `json:"platform,omitempty"`
}

type platform struct {
	Architecture string `json:"architecture"`
	OS           string `json:"os"`
}

type manifest struct {
	SchemaVersion int               `json:"schemaVersion"`
	MediaType     string            `json:"mediaType,omitempty"`
	Config        descriptor        `json:"config"`
	Layers        []descriptor      `json:"layers"`
	Annotations   map[string]string `json:"annotations,omitempty"`
}

type index struct {
	SchemaVersion int          `json:"schemaVersion"`
	Manifests     []descriptor `json:"manifests"`
}

// imageConfig is how a container of the image is run.
type imageConfig struct {
	platform
	Created time.Time     `json:"created"`
	Config  containerRun  `json:"config"`
	RootFS  rootFS        `json:"rootfs"`
	History []historyLine `json:"history"`
}

type containerRun struct {
	User         string
	Env          []string
	Entrypoint   []string
	Cmd          []string
	WorkingDir   string
	ExposedPorts map[string]struct{}
	Volumes      map[string]struct{}
	Labels       map[string]string
	StopSignal   string
	Healthcheck  healthcheck
}

// healthcheck is asked by Docker; Kubernetes has probes of its own. Times are nanoseconds.
type healthcheck struct {
	Test                           []string
	Interval, Timeout, StartPeriod time.Duration
	Retries                        int
}

type rootFS struct {
	Type    string   `json:"type"`
	DiffIDs []string `json:"diff_ids"`
}

type historyLine struct {
	Created   time.Time `json:"created"`
	CreatedBy string    `json:"created_by"`
}

// rootFiles is everything in the image. Certificates and time zones are in the program; it
// writes below /data and /tmp alone.
func rootFiles(program []byte) []file {
	return []file{
		{path: "muster", mode: 0o755, data: program},
		{path: "data/", mode: 0o700, owner: imageUser},
		{path: "tmp/", mode: 0o1777},
		{path: "etc/", mode: 0o755},
		{path: "etc/passwd", mode: 0o644, data: fmt.Appendf(nil, "muster:x:%d:%[1]d:Muster:/data:/none\n", imageUser)},
		{path: "etc/group", mode: 0o644, data: fmt.Appendf(nil, "muster:x:%d:\n", imageUser)},
	}
}

// run is how the program is started in the image.
func (s source) run() containerRun {
	return containerRun{
		User:         fmt.Sprintf("%d:%[1]d", imageUser),
		Env:          []string{"MUSTER_DATA_DIR=/data"},
		Entrypoint:   []string{"/muster"},
		Cmd:          []string{"serve"},
		WorkingDir:   "/data",
		ExposedPorts: map[string]struct{}{"8080/tcp": {}},
		Volumes:      map[string]struct{}{"/data": {}},
		StopSignal:   "SIGTERM",
		Labels: map[string]string{
			"org.opencontainers.image.title":    "Muster",
			"org.opencontainers.image.version":  s.version,
			"org.opencontainers.image.revision": s.commit,
			"org.opencontainers.image.created":  s.made.Format(time.RFC3339),
			"org.opencontainers.image.licenses": "MIT",
		},
		Healthcheck: healthcheck{
			Test: []string{"CMD", "/muster", "health"}, Interval: 10 * time.Second, Timeout: 3 * time.Second, StartPeriod: 30 * time.Second, Retries: 3,
		},
	}
}

// writeImage writes an image of one layer as an archive in the layout of OCI. The file
// manifest.json beside it lets older versions of Docker load it too.
func (s source) writeImage(path, processor string, program []byte) error {
	root, err := packed(rootFiles(program), s.made)
	if err != nil {
		return err
	}
	layer, err := compressed(root)
	if err != nil {
		return err
	}
	of := platform{Architecture: processor, OS: "linux"}
	config, err := json.Marshal(imageConfig{
		platform: of, Created: s.made, Config: s.run(),
		RootFS:  rootFS{Type: "layers", DiffIDs: []string{digest(root)}},
		History: []historyLine{{s.made, "release " + s.version}},
	})
	if err != nil {
		return err
	}
	m := manifest{SchemaVersion: 2, MediaType: manifestType, Config: describe(configType, config), Layers: []descriptor{describe(layerType, layer)}}
	body, err := json.Marshal(m)
	if err != nil {
		return err
	}
	top := describe(manifestType, body)
	top.Platform = &of
	top.Annotations = map[string]string{
		"org.opencontainers.image.ref.name": s.version,
		"io.containerd.image.name":          "docker.io/library/muster:" + s.version, // what muster:VERSION is short for
	}
	list, err := json.Marshal(index{SchemaVersion: 2, Manifests: []descriptor{top}})
	if err != nil {
		return err
	}
	older, err := json.Marshal([]map[string]any{{
		"Config": blobPath(config), "RepoTags": []string{"muster:" + s.version}, "Layers": []string{blobPath(layer)},
	}})
	if err != nil {
		return err
	}
	files := []file{
		{path: "blobs/", mode: 0o755}, {path: "blobs/sha256/", mode: 0o755},
		{path: "oci-layout", mode: 0o644, data: []byte(`{"imageLayoutVersion":"1.0.0"}`)},
		{path: "index.json", mode: 0o644, data: list}, {path: "manifest.json", mode: 0o644, data: older},
	}
	for _, blob := range [][]byte{layer, config, body} {
		files = append(files, file{path: blobPath(blob), mode: 0o644, data: blob})
	}
	archive, err := packed(files, s.made)
	if err != nil {
		return err
	}
	return os.WriteFile(path, archive, 0o644)
}

func digest(data []byte) string { return fmt.Sprintf("sha256:%x", sha256.Sum256(data)) }

func blobPath(data []byte) string { return fmt.Sprintf("blobs/sha256/%x", sha256.Sum256(data)) }

func describe(mediaType string, data []byte) descriptor {
	return descriptor{MediaType: mediaType, Digest: digest(data), Size: len(data)}
}
