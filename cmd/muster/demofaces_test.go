package main

import (
	"context"
	"errors"
	"strings"
	"testing"

	"muster/store"
	"muster/store/blob"
	"muster/store/face"
	"muster/store/postgres"
	"muster/store/postgres/storetest"
)

// anyFace finds a face in everything.
type anyFace struct{}

func (anyFace) ID() string                  { return "any/1" }
func (anyFace) Ready(context.Context) error { return nil }
func (anyFace) Enrol(context.Context, face.Picture) (face.Enrolment, error) {
	return face.Enrolment{Template: []byte("t"), Quality: face.Quality{Detection: 1}}, nil
}
func (anyFace) Compare(context.Context, face.Reference, face.Picture) (face.Comparison, error) {
	return face.Comparison{}, errors.New("nothing to compare")
}

// A demo member's face is enrolled as the member would, and leaves no session.
func TestDemoFaces(t *testing.T) {
	ctx := context.Background()
	db, err := postgres.Open(ctx, postgres.Config{URL: storetest.URL(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	secret, _ := store.NewSecret(strings.Repeat("s", store.MinSecret))
	media, err := blob.OpenFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	m, err := db.AddMember(ctx, store.NewMember{Name: "Ann", Email: "ann@example.org", Username: "ann"})
	if err != nil {
		t.Fatal(err)
	}
	if err := demoFaces(ctx, db, secret, media, anyFace{}, map[string]face.Picture{"ann@example.org": {JPEG: []byte("face")}}); err != nil {
		t.Fatal(err)
	}
	if m, err = db.MemberByID(ctx, m.ID); err != nil || !m.FaceEnrolled {
		t.Errorf("enrolled: %v, %v", m.FaceEnrolled, err)
	}
	if open, err := db.Sessions(ctx, m.ID); err != nil || len(open) != 0 {
		t.Errorf("%d sessions, %v", len(open), err)
	}
}
