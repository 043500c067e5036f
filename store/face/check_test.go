package face_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"muster/store"
	"muster/store/face"
)

// A picture may come with the prefix of a data URL or without; everything else that is no
// base64 of at most 2 MiB is refused.
func TestDecodePicture_FACE27(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"ZmFjZQ==": "face", "data:image/jpeg;base64,ZmFjZQ==": "face", "": "picture_missing", "data:image/jpeg,ZmFjZQ==": "picture_encoding",
		"ZmFjZQ": "picture_encoding", "ZmFj ZQ==": "picture_encoding", "ZmFjZR==": "picture_encoding",
		base64.StdEncoding.EncodeToString(make([]byte, face.MostPictureSize+1)): "picture_too_large",
	} {
		got, err := face.DecodePicture(text)
		if err != nil {
			got = []byte(store.AsError(err).Reason)
		}
		if string(got) != want {
			t.Errorf("%.20q is %q, want %q", text, got, want)
		}
	}
}

// What is wrong with a picture is said to the member; everything else is an outage, and
// never a pass.
func TestEngineFailures(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]string{
		face.ErrNoFace: "invalid face_missing", face.ErrManyFaces: "invalid face_many", fmt.Errorf("so: %w", face.ErrTooSmall): "invalid face_small",
		face.ErrTooBlurred: "invalid face_blurred", face.ErrTurnedAway: "invalid face_turned", face.ErrBusy: "unavailable face_busy",
		face.ErrUnavailable: "unavailable face_unavailable", fmt.Errorf("anything"): "unavailable face_unavailable",
	} {
		if e := store.AsError(face.AsError(err)); string(e.Code)+" "+e.Reason != want {
			t.Errorf("%v is %s %s, want %s", err, e.Code, e.Reason, want)
		}
	}
}

// A password opens with its own hash alone, also as text; what is no such text is refused.
func TestPassword(t *testing.T) {
	t.Parallel()
	p := face.NewPassword("muster")
	read, err := face.ParsePassword(p.String())
	if err != nil {
		t.Fatal(err)
	}
	// Of the reference implementation: argon2 -id, salt "somesalt", 2 passes, 64 MiB.
	known, err := face.ParsePassword("$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc")
	if err != nil {
		t.Fatal(err)
	}
	if !read.Matches("muster") || read.Matches("Muster") || read.Matches("") || !known.Matches("password") || (face.Password{}).Matches("") {
		t.Error("a password does not open with its own hash alone")
	}
	for _, text := range []string{"", "muster", "$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
		strings.Replace(p.String(), "m=19456", "m=99999999", 1), strings.Replace(p.String(), "t=2", "t=0", 1), p.String() + "$"} {
		if _, err := face.ParsePassword(text); err == nil {
			t.Errorf("%q is a hash", text)
		}
	}
}

// Data of one member, kind or object cannot be put in the place of another's.
func TestSealedFace_FACE28(t *testing.T) {
	t.Parallel()
	secret, _ := store.NewSecret(strings.Repeat("s", store.MinSecret))
	keys := face.NewKeys(secret)
	ann, wrapped := keys.NewDataKey("ann")
	bob, _ := keys.NewDataKey("bob")
	sealed := ann.SealPicture("1", []byte("face"))
	if got, err := ann.OpenPicture("1", sealed); string(got) != "face" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	again, err := keys.Unwrap("ann", 1, wrapped)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := again.OpenPicture("1", sealed); string(got) != "face" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	for what, open := range map[string]func() ([]byte, error){
		"another picture": func() ([]byte, error) { return ann.OpenPicture("2", sealed) },
		"a template":      func() ([]byte, error) { return ann.OpenTemplate("1", sealed) },
		"another member":  func() ([]byte, error) { return bob.OpenPicture("1", sealed) },
		"another's key":   func() ([]byte, error) { k, err := keys.Unwrap("bob", 1, wrapped); _ = k; return nil, err },
		"another version": func() ([]byte, error) { _, err := keys.Unwrap("ann", 2, wrapped); return nil, err },
	} {
		if _, err := open(); err == nil {
			t.Errorf("opened as %s", what)
		}
	}
	if string(ann.FaceMAC(7)) == string(bob.FaceMAC(7)) || string(ann.FaceMAC(7)) != string(again.FaceMAC(7)) || ann.FaceMAC(0) != nil {
		t.Error("fingerprints are not the member's own")
	}
}
