package blob

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"
)

type nopCloser struct{ *bytes.Reader }

func (nopCloser) Close() error { return nil }

// A sealed file reads as the plain one, whole and in ranges, and not at all once it
// was changed, cut off or opened with another key.
func TestSealedFiles_ENC12(t *testing.T) {
	t.Parallel()
	key := bytes.Repeat([]byte{7}, 32)
	for _, size := range []int{0, 1, sealedChunk - 1, sealedChunk, sealedChunk + 1, 3*sealedChunk + 17} {
		plain := make([]byte, size)
		for i := range plain {
			plain[i] = byte(rand.IntN(256))
		}
		r, err := newSealingReader(bytes.NewReader(plain), key)
		if err != nil {
			t.Fatal(err)
		}
		sealed, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if size > 16 && bytes.Contains(sealed, plain[:16]) {
			t.Error("the plain file can be read")
		}
		open := func(b, key []byte) (*openedFile, error) { return openSealed(nopCloser{bytes.NewReader(b)}, key) }
		f, err := open(sealed, key)
		if err != nil {
			t.Fatal(err)
		}
		if whole, err := io.ReadAll(f); err != nil || !bytes.Equal(whole, plain) {
			t.Fatalf("%d bytes: %d, %v", size, len(whole), err)
		}
		if end, err := f.Seek(0, io.SeekEnd); err != nil || end != int64(size) {
			t.Error(end, err)
		}
		for range 5 {
			from := rand.IntN(size + 1)
			if _, err := f.Seek(int64(from), io.SeekStart); err != nil {
				t.Fatal(err)
			}
			part := make([]byte, min(1000, size-from))
			if _, err := io.ReadFull(f, part); err != nil || !bytes.Equal(part, plain[from:from+len(part)]) {
				t.Fatalf("from %d: %v", from, err)
			}
		}
		if size == 0 {
			continue
		}
		changed := bytes.Clone(sealed)
		changed[size/2] ^= 1
		for name, damaged := range map[string][]byte{
			"changed": changed, "cut at a chunk": sealed[:(size-1)/sealedChunk*(sealedChunk+sealedOverhead)], "cut": sealed[:len(sealed)-1],
		} {
			f, err := open(damaged, key)
			if err == nil {
				_, err = io.ReadAll(f)
			}
			if err == nil {
				t.Errorf("%d bytes, %s: no error", size, name)
			}
		}
		if f, err = open(sealed, bytes.Repeat([]byte{8}, 32)); err == nil {
			_, err = io.ReadAll(f)
		}
		if err == nil {
			t.Error("another key opens it")
		}
	}
}
