package blob

import (
	"bytes"
	"errors"
	"io"
	"os"

	"github.com/gabriel-vasile/mimetype"

	"muster/store"
	"muster/store/blob/space"
)

// Spool is a file on its way in: read into a temporary file that has no name any
// more, so that nothing of it stays however the process ends.
type Spool struct {
	file *os.File
	size int64
	disk *smallDisk
}

// newSpool makes an empty temporary file.
func (s *Storage) newSpool() (*Spool, error) {
	file, err := os.CreateTemp(s.spool, ".upload-*")
	if err != nil {
		return nil, failure(err)
	}
	os.Remove(file.Name())
	return &Spool{file: file, disk: s.disk}, nil
}

// headSize is how much of a file is read before its kind and so its limit are
// looked for.
const headSize = 64 << 10

// Receive reads a file of at most the size that its kind allows. size is what is
// expected, 0 when that is not known. It fails with ErrNoFile, ErrFileType,
// ErrFileTooLarge and ErrStorageFull, and with the reader's own error.
func (s *Storage) Receive(from io.Reader, size int64) (*Spool, error) {
	if left, ok := s.freeSpace(); ok && size > left/2 { // once here, once where it is kept
		return nil, store.ErrStorageFull(nil)
	}
	head := make([]byte, headSize)
	n, err := io.ReadFull(from, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	if n == 0 {
		return nil, store.ErrNoFile()
	}
	kind, err := guessKind(head[:n])
	if err != nil {
		return nil, err
	}
	spool, err := s.newSpool()
	if err != nil {
		return nil, err
	}
	if err := spool.read(io.MultiReader(bytes.NewReader(head[:n]), from), kind); err != nil {
		spool.Close()
		return nil, err
	}
	return spool, nil
}

// read copies a file until its end or its limit. Data beyond the limit is not
// stored.
func (s *Spool) read(from io.Reader, kind store.MediaKind) error {
	limit := kind.MaxBytes()
	reading := &readError{from: from}
	n, err := io.Copy(s.disk.through(s.file, true), io.LimitReader(reading, limit+1))
	s.size = n
	switch {
	case reading.err != nil:
		return reading.err
	case err != nil:
		return failure(err)
	case n > limit:
		return store.ErrFileTooLarge(kind)
	}
	return nil
}

// readError keeps an error of the reader apart from those of the writer.
type readError struct {
	from io.Reader
	err  error
}

func (r *readError) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		r.err = err
	}
	return n, err
}

// Close removes the temporary file.
func (s *Spool) Close() error {
	if s == nil {
		return nil
	}
	if s.disk != nil {
		size, _ := s.file.Seek(0, io.SeekEnd)
		s.disk.release(size)
	}
	return s.file.Close()
}

// freeSpace is the number of bytes that can be written to temporary files; ok is
// false when that is not known.
func (s *Storage) freeSpace() (left int64, ok bool) {
	if s.disk != nil {
		return s.disk.left(), true
	}
	return space.Free(s.spool)
}

// reader reads the whole file anew.
func (s *Spool) reader() io.Reader { return io.NewSectionReader(s.file, 0, s.size) }

// guessKind is the kind by which a file that begins with head is limited while it
// is read. Sound and video share their containers, so a container whose tracks
// are not in head counts as video.
func guessKind(head []byte) (store.MediaKind, error) {
	switch c := containerOf(head); c {
	case "":
		return "", store.ErrFileType()
	case webmFile:
		if tracks := readWebmTracks(bytes.NewReader(head), int64(len(head))); tracks.audio && !tracks.video {
			return store.VoiceMedia, nil
		}
		return store.VideoMedia, nil
	case mp4File:
		if tracks := readMP4Tracks(bytes.NewReader(head), int64(len(head))); tracks.audio && !tracks.video && tracks.whole {
			return store.VoiceMedia, nil
		}
		return store.VideoMedia, nil
	case "image/jpeg", "image/png", "image/gif", "image/webp":
		return store.ImageMedia, nil
	}
	return store.VoiceMedia, nil
}

// Containers whose tracks say what they are.
const (
	webmFile = "webm"
	mp4File  = "mp4"
)

// containerOf is what a file is by its first bytes: one of the containers, the
// content type of an image or of sound, or "" for what is not accepted.
func containerOf(head []byte) string {
	found := mimetype.Detect(head)
	for _, one := range []struct{ name, container string }{
		{"image/jpeg", "image/jpeg"}, {"image/png", "image/png"}, {"image/vnd.mozilla.apng", "image/png"},
		{"image/gif", "image/gif"}, {"image/webp", "image/webp"},
		{"video/webm", webmFile}, {"audio/webm", webmFile},
		{"video/mp4", mp4File}, {"audio/mp4", mp4File}, {"audio/x-m4a", mp4File}, {"video/x-m4v", mp4File}, {"video/quicktime", mp4File},
		{"audio/mpeg", "audio/mpeg"}, {"audio/wav", "audio/wav"}, {"audio/ogg", "audio/ogg"},
	} {
		if found.Is(one.name) {
			return one.container
		}
	}
	return ""
}
