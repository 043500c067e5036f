package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

// file is a file, or a folder when its path ends in a slash, of an archive or an image.
type file struct {
	path  string
	mode  int64
	owner int // user and group
	data  []byte
}

// sorted puts files into the order of their paths.
func sorted(files []file) []file {
	return slices.SortedFunc(slices.Values(files), func(a, b file) int { return strings.Compare(a.path, b.path) })
}

// packed gives files as a tar archive. Its bytes follow from the files and the time alone.
func packed(files []file, made time.Time) ([]byte, error) {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, f := range sorted(files) {
		header := &tar.Header{
			Format: tar.FormatPAX, Typeflag: tar.TypeReg, Name: f.path, Mode: f.mode, Size: int64(len(f.data)),
			Uid: f.owner, Gid: f.owner, ModTime: made,
		}
		if strings.HasSuffix(f.path, "/") {
			header.Typeflag = tar.TypeDir
		}
		if err := w.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// compressed gives data by gzip, without a name and a time of its own.
func compressed(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func writeTar(path string, files []file, made time.Time) error {
	data, err := packed(files, made)
	if err != nil {
		return err
	}
	if data, err = compressed(data); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}

// writeZip writes the archive that Windows opens by itself.
func writeZip(path string, files []file, made time.Time) error {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range sorted(files) {
		header := &zip.FileHeader{Name: f.path, Method: zip.Deflate, Modified: made}
		header.SetMode(os.FileMode(f.mode))
		to, err := w.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := io.Copy(to, bytes.NewReader(f.data)); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile(path, out.Bytes(), 0o644)
}
