package main

import (
	"archive/tar"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/face"
	"muster/store/face/facetest"
)

// faceWithTemplate is facetest.ByColour with templates that are long enough to be searched for.
// It keeps what it saw and made.
type faceWithTemplate struct {
	facetest.ByColour
	pictures, templates *[][]byte
}

func (e faceWithTemplate) Enrol(ctx context.Context, picture face.Picture) (face.Enrolment, error) {
	made, err := e.ByColour.Enrol(ctx, picture)
	noise := make([]byte, 511)
	rand.Read(noise)
	made.Template = append(made.Template, noise...)
	*e.pictures, *e.templates = append(*e.pictures, picture.JPEG), append(*e.templates, made.Template)
	return made, err
}

func (e faceWithTemplate) Compare(ctx context.Context, enrolled face.Reference, picture face.Picture) (face.Comparison, error) {
	*e.pictures = append(*e.pictures, picture.JPEG)
	return e.ByColour.Compare(ctx, enrolled, picture)
}

// A backup has nothing of a face that can be read without the server's key.
func TestBackupIsOfNoUseWithoutTheKey_FACE28(t *testing.T) {
	program, err := exec.LookPath("pg_restore")
	if err != nil {
		t.Fatalf("%v: .ci/need.sh test installs Postgres's client programs, or says how", err)
	}
	engine := faceWithTemplate{facetest.NewByColour(), new([][]byte), new([][]byte)}
	url, _, file := backedUpWith(t, engine)
	var pictures, secrets []facetest.Secret
	for _, jpeg := range *engine.pictures {
		pictures = append(pictures, facetest.Secret{Name: "a picture", Bytes: jpeg, Window: 64})
	}
	for _, template := range *engine.templates {
		secrets = append(secrets, facetest.Secret{Name: "a template", Bytes: template, Window: 16})
	}
	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	rows, err := conn.Query(t.Context(), `select member_id::text, data_key, template from face_enrolments`)
	if err != nil {
		t.Fatal(err)
	}
	var sealed []facetest.Secret
	var member string
	var wrapped, template []byte
	if _, err := pgx.ForEachRow(rows, []any{&member, &wrapped, &template}, func() error {
		key, err := store.NewSealer(secret.Key("face-keys")).Open(wrapped, "face-key:"+member)
		secrets = append(secrets, facetest.Secret{Name: "a key", Bytes: key, Window: 16})
		sealed = append(sealed, facetest.Secret{Name: "sealed", Bytes: template, Window: 64})
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if checks := query[int](t, url, `select count(*)::int from face_checks where confidence is not null`); len(sealed) == 0 || checks == 0 || len(*engine.pictures) != checks {
		t.Fatalf("%d enrolments, %d pictures", len(sealed), len(*engine.pictures))
	}
	look, lookForPictures, control := facetest.SearchFor(secrets...), facetest.SearchFor(pictures...), facetest.SearchFor(sealed...)
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	files := 0
	for from := tar.NewReader(in); ; {
		entry, err := from.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		content, readErr := io.ReadAll(from)
		if err := errors.Join(err, readErr); err != nil {
			t.Fatal(err)
		}
		if entry.Name == "database.dump" {
			dump := filepath.Join(t.TempDir(), "database.dump")
			if err := os.WriteFile(dump, content, 0o600); err != nil {
				t.Fatal(err)
			}
			if content, err = exec.Command(program, "--file=-", dump).Output(); err != nil {
				t.Fatal(err)
			}
			if len(control.In(content)) == 0 {
				t.Error("the dump lacks the sealed templates")
			}
		}
		found := look.In(content)
		// Drawings of the chat are JPEGs too: their tables and plain grounds are the same.
		id := strings.Split(entry.Name, "/")
		if len(id) < 2 || query[bool](t, url, `select exists (select from face_checks where id = '`+id[1]+`')`) {
			found = append(found, lookForPictures.In(content)...)
			files++
		}
		for _, line := range found {
			t.Errorf("in %s: %s", entry.Name, line)
		}
	}
	if files != len(*engine.pictures)+3 { // the header, the dump and the list
		t.Errorf("%d files", files)
	}
}
