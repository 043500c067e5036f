package blob

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"muster/store"
	"muster/store/blob/blobtest"
)

// s3Server runs a server that speaks S3 and gives the URL of a bucket on it. What it is
// asked goes through before, which may answer in its place; nil is none.
func s3Server(t *testing.T, before func(w http.ResponseWriter, r *http.Request) (answered bool)) (address string) {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("media"); err != nil {
		t.Fatal(err)
	}
	bucket := gofakes3.New(backend).Server()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if before == nil || !before(w, r) {
			bucket.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.Close)
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	t.Setenv("AWS_EC2_METADATA_DISABLED", "true")
	return "s3://media?region=us-east-1&use_path_style=true&endpoint=" + server.URL
}

// A bucket that refuses, or takes everything and never answers, is away: an upload says so,
// with nothing left of it, and reading too. When the bucket is back both go on by themselves.
func TestBucketAway(t *testing.T) {
	var fault atomic.Pointer[func(http.ResponseWriter, *http.Request) bool]
	address := s3Server(t, func(w http.ResponseWriter, r *http.Request) bool {
		f := fault.Load()
		return f != nil && (*f)(w, r)
	})
	s, err := Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.silence = 2 * time.Second
	const id, old = "01957a30-0000-7000-8000-000000000001", "01957a30-0000-7000-8000-000000000002"
	picture := func() *Prepared {
		p, err := prepare(t, s, blobtest.PNG(80, 60), Hints{})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	if err := s.Put(t.Context(), old, picture()); err != nil {
		t.Fatal(err)
	}
	refuse := func(w http.ResponseWriter, _ *http.Request) bool {
		w.WriteHeader(http.StatusServiceUnavailable)
		return true
	}
	hang := func(_ http.ResponseWriter, r *http.Request) bool {
		io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
		return true
	}
	thumbnailOnly := func(w http.ResponseWriter, r *http.Request) bool {
		return r.Method == http.MethodPut && bytes.HasSuffix([]byte(r.URL.Path), []byte(store.MediaThumbnail)) && refuse(w, r)
	}
	for _, one := range []struct {
		name  string
		fault func(http.ResponseWriter, *http.Request) bool
		reads bool // nothing can be read meanwhile
	}{{"refuses", refuse, true}, {"never answers", hang, true}, {"refuses the second file", thumbnailOnly, false}} {
		fault.Store(&one.fault)
		if err := s.Put(t.Context(), id, picture()); store.AsError(err).Reason != "storage_away" {
			t.Errorf("%s: %v", one.name, err)
		}
		if one.reads {
			ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second)
			if _, err := s.Get(ctx, old, store.MediaFile); err == nil || store.CodeOf(err) == store.NotFound {
				t.Errorf("%s: a file that is there is said to be gone: %v", one.name, err)
			}
			cancel()
		}
		fault.Store(nil)
		for _, v := range []store.MediaVariant{store.MediaFile, store.MediaThumbnail} {
			if _, err := s.Get(t.Context(), id, v); store.CodeOf(err) != store.NotFound {
				t.Errorf("%s: %s is left: %v", one.name, v, err)
			}
		}
		f, err := s.Get(t.Context(), old, store.MediaFile)
		if err != nil {
			t.Fatalf("%s: not back: %v", one.name, err)
		}
		f.Close()
	}
	if err := s.Put(t.Context(), id, picture()); err != nil {
		t.Errorf("not back: %v", err)
	}
}
