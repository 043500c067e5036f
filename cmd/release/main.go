package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// platforms are those a release is made for.
const platforms = "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64"

func main() {
	into := flag.String("into", filepath.Join("bin", "release"), "folder for the files; emptied first")
	wanted := flag.String("platforms", platforms, "systems and processors, comma-separated")
	flag.Parse()
	if err := publish(".", *into, strings.Split(*wanted, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// publish makes the files of a release of the checkout in dir.
func publish(dir, into string, platforms []string) error {
	src, err := readSource(dir)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(into); err != nil {
		return err
	}
	if err := os.MkdirAll(into, 0o755); err != nil {
		return err
	}
	shipped, err := src.contents()
	if err != nil {
		return err
	}
	for _, platform := range platforms {
		if err := src.publishPlatform(platform, into, shipped); err != nil {
			return fmt.Errorf("%s: %w", platform, err)
		}
	}
	models, err := src.faceModels()
	if err != nil {
		return err
	}
	if err := writeTar(filepath.Join(into, "muster-"+src.version+"-face-models.tar.gz"), models, src.made); err != nil {
		return err
	}
	return writeChecksums(into)
}

// publishPlatform makes the files of one platform.
func (s source) publishPlatform(platform, into string, shipped []file) error {
	system, processor, ok := strings.Cut(platform, "/")
	if !ok {
		return fmt.Errorf("a platform is system/processor")
	}
	name := "muster-" + s.version + "-" + system + "-" + processor
	program, err := s.build(system, processor)
	if err != nil {
		return err
	}
	bom, err := s.billOfMaterials(program)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(into, name+".cdx.json"), bom, 0o644); err != nil {
		return err
	}
	files := slices.Concat(shipped, []file{{path: programName(system), mode: 0o755, data: program}, {path: "sbom.cdx.json", mode: 0o644, data: bom}})
	for i := range files {
		files[i].path = name + "/" + files[i].path
	}
	if system == "windows" {
		return writeZip(filepath.Join(into, name+".zip"), files, s.made)
	}
	if err := writeTar(filepath.Join(into, name+".tar.gz"), files, s.made); err != nil {
		return err
	}
	if system != "linux" {
		return nil
	}
	return s.writeImage(filepath.Join(into, name+"-image.tar"), processor, program)
}

// writeChecksums lists the SHA-256 of each file in a folder as sha256sum does.
func writeChecksums(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var list strings.Builder
	for _, entry := range entries {
		data, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&list, "%x  %s\n", sha256.Sum256(data), entry.Name())
	}
	return os.WriteFile(filepath.Join(dir, "SHA256SUMS"), []byte(list.String()), 0o644)
}
