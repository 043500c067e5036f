package backup

import (
	"archive/tar"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"muster/store"
	"muster/store/postgres"
)

// Names in the archive.
const (
	headerName   = "muster-backup.json"
	dumpName     = "database.dump"
	mediaFolder  = "media/"
	manifestName = "contents.json"
)

// format is the archive's own version.
const format = 1

// Header is what must be known of a backup before anything else of it is read.
type Header struct {
	Format   int       `json:"format"`
	Made     time.Time `json:"made"`
	Version  string    `json:"version"`  // of the program that made it
	Schema   int64     `json:"schema"`   // of the database
	Postgres int       `json:"postgres"` // major version of its server
	Media    bool      `json:"media"`    // the stored files are in it
}

// File is one file of the archive.
type File struct {
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// Manifest is what the archive must hold.
type Manifest struct {
	Contents postgres.Contents `json:"contents"`
	Dump     File              `json:"dump"`
	Media    map[string]File   `json:"media"`   // by UPLOAD/VARIANT
	Gone     []string          `json:"gone"`    // deleted by members while the backup was made
	Missing  []string          `json:"missing"` // not found in the storage, though a row names them
}

// writer writes an archive.
type writer struct {
	tar  *tar.Writer
	made time.Time
}

// add copies size bytes into the archive and gives their checksum.
func (w writer) add(name string, size int64, from io.Reader) (File, error) {
	if err := w.tar.WriteHeader(&tar.Header{Name: name, Size: size, Mode: 0o600, ModTime: w.made, Format: tar.FormatPAX}); err != nil {
		return File{}, err
	}
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(w.tar, sum), from)
	if err == nil && n != size {
		err = fmt.Errorf("%s: %d bytes of %d", name, n, size)
	}
	return File{Size: n, SHA256: hex.EncodeToString(sum.Sum(nil))}, err
}

// addJSON adds a value as an indented document.
func (w writer) addJSON(name string, value any) error {
	raw, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.add(name, int64(len(raw)), strings.NewReader(string(raw)))
	return err
}

// damaged is a fault of the archive itself.
type damaged struct{ what string }

func (d damaged) Error() string { return d.what }

// notWhole says that an archive ends before its end.
var notWhole = damaged{"the file is not whole: it was cut off, or the backup did not end"}

// read is what was read of an archive.
type read struct {
	Header   Header
	Manifest Manifest
	dump     File
	media    map[string]File
}

// take is called with each stored file of an archive, before the manifest is known.
type take func(upload string, v store.MediaVariant, from io.Reader) error

// readArchive reads an archive whole: it puts the dump into the file dump, gives the
// stored files to each, and takes the checksums of everything. checked is asked once
// the header is known. Its failures are damaged where the archive is at fault.
func readArchive(path string, dump io.Writer, checked func(Header) error, each take) (r read, err error) {
	file, err := os.Open(path)
	if err != nil {
		return r, err
	}
	defer file.Close()
	switch info, err := file.Stat(); {
	case err != nil:
		return r, err
	case info.IsDir():
		return r, fmt.Errorf("%s is a folder", path)
	}
	r.media = map[string]File{}
	archive, ended := tar.NewReader(file), false
	for first := true; ; first = false {
		entry, err := archive.Next()
		switch {
		case err == io.EOF && ended:
			return r, nil
		case err == io.EOF && !first, errors.Is(err, io.ErrUnexpectedEOF):
			return r, notWhole
		case err == io.EOF || errors.Is(err, tar.ErrHeader) && first:
			return r, damaged{"the file is no backup of Muster"}
		case err != nil:
			return r, damaged{"the file is damaged: " + err.Error()}
		case first && entry.Name != headerName:
			return r, damaged{"the file is no backup of Muster"}
		}
		if err := r.entry(entry.Name, archive, dump, checked, each); err != nil {
			if errors.Is(err, io.ErrUnexpectedEOF) {
				return r, notWhole
			}
			return r, err
		}
		ended = ended || entry.Name == manifestName
	}
}

// entry reads one file of the archive.
func (r *read) entry(name string, from io.Reader, dump io.Writer, checked func(Header) error, each take) error {
	sum := sha256.New()
	count := &counter{}
	from = io.TeeReader(from, io.MultiWriter(sum, count))
	done := func() File { return File{Size: count.n, SHA256: hex.EncodeToString(sum.Sum(nil))} }
	switch media, isMedia := strings.CutPrefix(name, mediaFolder); {
	case name == headerName:
		if err := json.NewDecoder(from).Decode(&r.Header); err != nil {
			return damaged{"the file is damaged: its first lines cannot be read"}
		}
		if r.Header.Format != format {
			return damaged{fmt.Sprintf("the backup is of another form (%d, this program knows %d): use the version of Muster that made it", r.Header.Format, format)}
		}
		return checked(r.Header)
	case name == manifestName:
		if err := json.NewDecoder(from).Decode(&r.Manifest); err != nil {
			return damaged{"the file is damaged: its list of contents cannot be read"}
		}
	case name == dumpName:
		if _, err := io.Copy(dump, from); err != nil {
			return err
		}
		r.dump = done()
	case isMedia:
		upload, variant, ok := strings.Cut(media, "/")
		if !ok || !plainName(upload) || !plainName(variant) {
			return damaged{"the file is damaged: it holds something named " + name}
		}
		if err := each(upload, store.MediaVariant(variant), from); err != nil {
			return err
		}
		if _, err := io.Copy(io.Discard, from); err != nil { // what each has left
			return err
		}
		r.media[media] = done()
	}
	return nil
}

// plainName keeps names out that lead into other folders.
func plainName(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-'
	})
}

type counter struct{ n int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return len(p), nil
}

// faults lists what in the archive is not as its manifest says.
func (r read) faults() (faults []string) {
	if r.dump != r.Manifest.Dump {
		faults = append(faults, "the dump of the database is damaged: its checksum differs")
	}
	for name, want := range r.Manifest.Media {
		switch got, there := r.media[name]; {
		case !there:
			faults = append(faults, "the stored file "+name+" is missing")
		case got != want:
			faults = append(faults, "the stored file "+name+" is damaged: its checksum differs")
		}
	}
	slices.Sort(faults)
	for _, name := range r.Manifest.Missing {
		faults = append(faults, "the stored file "+name+" was missing already when the backup was made")
	}
	return faults
}
