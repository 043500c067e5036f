package blob

import (
	"bufio"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"encoding/binary"
	"errors"
	"io"

	"muster/store"
)

// Sealed files are stored in chunks, each sealed by AES-256-GCM under a key of the
// file's own. The nonce is the chunk's number and whether it is the last, so that
// chunks cannot be exchanged, repeated or cut off. A range is read without the rest.
const (
	sealedChunk    = 64 << 10
	sealedOverhead = 16
)

// FileKeys gives the key of a file, 32 bytes, used for no other file.
type FileKeys func(upload string, v store.MediaVariant) []byte

func fileAEAD(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

func chunkNonce(index int64, last bool) []byte {
	nonce := make([]byte, 12)
	binary.BigEndian.PutUint64(nonce[4:], uint64(index))
	if last {
		nonce[0] = 1
	}
	return nonce
}

// sealingReader reads a file as it is stored.
type sealingReader struct {
	from  *bufio.Reader
	aead  cipher.AEAD
	plain []byte
	buf   []byte
	out   []byte // of buf, not read yet
	next  int64
	done  bool
}

func newSealingReader(from io.Reader, key []byte) (*sealingReader, error) {
	aead, err := fileAEAD(key)
	if err != nil {
		return nil, err
	}
	return &sealingReader{
		from: bufio.NewReaderSize(from, sealedChunk), aead: aead,
		plain: make([]byte, sealedChunk), buf: make([]byte, 0, sealedChunk+sealedOverhead),
	}, nil
}

// Read implements io.Reader.
func (r *sealingReader) Read(p []byte) (int, error) {
	for len(r.out) == 0 {
		if r.done {
			return 0, io.EOF
		}
		n, err := io.ReadFull(r.from, r.plain)
		r.done = err == io.EOF || err == io.ErrUnexpectedEOF
		if err != nil && !r.done {
			return 0, err
		}
		if !r.done {
			_, err := r.from.Peek(1)
			if r.done = err == io.EOF; err != nil && !r.done {
				return 0, err
			}
		}
		r.out = r.aead.Seal(r.buf[:0], chunkNonce(r.next, r.done), r.plain[:n], nil)
		r.next++
	}
	n := copy(p, r.out)
	r.out = r.out[n:]
	return n, nil
}

// openedFile reads a sealed file.
type openedFile struct {
	sealed io.ReadSeekCloser
	aead   cipher.AEAD
	size   int64 // of the plain file
	chunks int64
	at     int64
	held   int64 // number of the chunk in plain, -1 for none
	plain  []byte
	buf    []byte
}

var errSealedDamaged = errors.New("a sealed file is damaged")

func openSealed(sealed io.ReadSeekCloser, key []byte) (*openedFile, error) {
	aead, err := fileAEAD(key)
	if err != nil {
		return nil, err
	}
	size, err := sealed.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	chunks := (size + sealedChunk + sealedOverhead - 1) / (sealedChunk + sealedOverhead)
	last := size - (chunks-1)*(sealedChunk+sealedOverhead)
	if chunks == 0 || last < sealedOverhead || last == sealedOverhead && chunks > 1 {
		return nil, errSealedDamaged
	}
	f := &openedFile{sealed: sealed, aead: aead, size: size - chunks*sealedOverhead, chunks: chunks, held: -1, buf: make([]byte, sealedChunk+sealedOverhead)}
	if f.size == 0 { // of which nothing will be read
		return f, f.load(0)
	}
	return f, nil
}

// Read implements io.Reader.
func (f *openedFile) Read(p []byte) (int, error) {
	if f.at >= f.size {
		return 0, io.EOF
	}
	index := f.at / sealedChunk
	if index != f.held {
		if err := f.load(index); err != nil {
			return 0, err
		}
	}
	n := copy(p, f.plain[f.at-index*sealedChunk:])
	f.at += int64(n)
	return n, nil
}

func (f *openedFile) load(index int64) error {
	f.held = -1
	if _, err := f.sealed.Seek(index*(sealedChunk+sealedOverhead), io.SeekStart); err != nil {
		return err
	}
	n, err := io.ReadFull(f.sealed, f.buf)
	if err != nil && err != io.ErrUnexpectedEOF {
		return err
	}
	if f.plain, err = f.aead.Open(f.plain[:0], chunkNonce(index, index == f.chunks-1), f.buf[:n], nil); err != nil {
		return errSealedDamaged
	}
	f.held = index
	return nil
}

// Seek implements io.Seeker.
func (f *openedFile) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += f.at
	case io.SeekEnd:
		offset += f.size
	}
	if offset < 0 {
		return 0, errors.New("seek before the beginning")
	}
	f.at = offset
	return offset, nil
}

// Close implements io.Closer.
func (f *openedFile) Close() error { return f.sealed.Close() }

// PutSealed is Put for files that nobody shall read where they are stored.
func (s *Storage) PutSealed(ctx context.Context, upload string, p *Prepared, keys FileKeys) error {
	return s.putFiles(ctx, upload, p, func(v store.MediaVariant, from io.Reader) (io.Reader, error) {
		return newSealingReader(from, keys(upload, v))
	})
}

// GetSealed opens a file that PutSealed has stored.
func (s *Storage) GetSealed(ctx context.Context, upload string, v store.MediaVariant, keys FileKeys) (io.ReadSeekCloser, error) {
	sealed, err := s.Get(ctx, upload, v)
	if err != nil {
		return nil, err
	}
	f, err := openSealed(sealed, keys(upload, v))
	if err != nil {
		sealed.Close()
		return nil, failure(err)
	}
	return f, nil
}
