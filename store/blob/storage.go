package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	_ "gocloud.dev/blob/s3blob" // storage that MEDIA_URL names by s3://
	"gocloud.dev/gcerrors"

	"muster/store"
	"muster/store/people"
)

// Storage keeps the files of uploads.
type Storage struct {
	bucket *blob.Bucket
	folder string // of the files; "" for another storage than a folder
	spool  string // folder of temporary files
	decode *decodeLimit
	disk   *smallDisk // only of tests

	silence time.Duration // without a sign of life, after which the storage counts as away
}

// silenceLimit is Storage.silence. Of a file 5 MiB are sent at once and then confirmed.
const silenceLimit = 30 * time.Second

var errSilent = errors.New("the storage of files does not answer")

// Parts of one object that wait for S3: 5 MiB, the least that it takes.
const (
	partSize  = 5 << 20
	partsOpen = 1
)

// Open opens the storage of a URL: file:///folder, which is made, or
// s3://bucket?region=…, with endpoint=… and use_path_style=true for another
// server than Amazon's.
func Open(ctx context.Context, address string) (*Storage, error) {
	if err := CheckURL(address); err != nil {
		return nil, err
	}
	if u, _ := url.Parse(address); u.Scheme == "file" {
		return OpenFolder(filepath.FromSlash(u.Path))
	}
	bucket, err := blob.OpenBucket(ctx, address)
	if err != nil {
		return nil, fmt.Errorf("storage of files: %w", err)
	}
	return &Storage{bucket: bucket, spool: os.TempDir(), decode: newDecodeLimit(), silence: silenceLimit}, nil
}

// CheckURL fails for a URL that Open cannot read.
func CheckURL(address string) error {
	u, err := url.Parse(address)
	if err == nil && (u.Scheme == "file" && u.Host == "" && u.Path != "" || u.Scheme == "s3" && u.Host != "") {
		return nil
	}
	return errors.New("the storage of files must be file:///folder or s3://bucket")
}

// OpenFolder opens a folder as the storage and makes it where it is missing.
func OpenFolder(folder string) (*Storage, error) {
	bucket, err := fileblob.OpenBucket(folder, &fileblob.Options{
		CreateDir: true, DirFileMode: 0o700, NoTempDir: true, Metadata: fileblob.MetadataDontWrite,
	})
	if err != nil {
		return nil, fmt.Errorf("storage of files: %w", err)
	}
	return &Storage{bucket: bucket, folder: folder, spool: folder, decode: newDecodeLimit(), silence: silenceLimit}, nil
}

// Folder is where the files are kept, "" for another storage than a folder.
func (s *Storage) Folder() string { return s.folder }

// CheckWritable fails when no file can be made in the folder; another storage is not asked.
func (s *Storage) CheckWritable() error {
	if s.folder == "" {
		return nil
	}
	probe, err := os.CreateTemp(s.folder, ".upload-*")
	if err != nil {
		return err
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// Close ends the storage.
func (s *Storage) Close() error { return s.bucket.Close() }

// key is where a file lies.
func key(upload string, v store.MediaVariant) string { return "chat/" + upload + "/" + string(v) }

// Put stores the files of a prepared upload under its id. On a failure it
// removes what it has stored.
func (s *Storage) Put(ctx context.Context, upload string, p *Prepared) error {
	return s.putFiles(ctx, upload, p, func(_ store.MediaVariant, from io.Reader) (io.Reader, error) { return from, nil })
}

// putFiles stores the files of an upload in the form that through gives them.
func (s *Storage) putFiles(ctx context.Context, upload string, p *Prepared, through func(store.MediaVariant, io.Reader) (io.Reader, error)) error {
	one := func(v store.MediaVariant, contentType string, from io.Reader) error {
		stored, err := through(v, from)
		if err != nil {
			return err
		}
		return s.put(ctx, key(upload, v), contentType, stored)
	}
	err := one(store.MediaFile, p.ContentType, p.file())
	if err == nil && p.thumbnail != nil {
		err = one(store.MediaThumbnail, "image/jpeg", p.thumbnail.reader())
	}
	if err == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), removeTimeout)
	defer cancel()
	_, removal := s.Remove(ctx, upload)
	return errors.Join(err, removal)
}

// removeTimeout limits removing what could not be stored whole.
const removeTimeout = 3 * time.Second

func (s *Storage) put(ctx context.Context, key, contentType string, from io.Reader) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	// Without this a storage that takes everything and confirms nothing would hold the
	// upload for as long as the largest may take.
	silent := time.AfterFunc(s.silence, func() { cancel(errSilent) })
	defer silent.Stop()
	failed := func(err error) error {
		if err != nil && errors.Is(context.Cause(ctx), errSilent) {
			return store.ErrStorageAway(errSilent)
		}
		return failure(err)
	}
	w, err := s.bucket.NewWriter(ctx, key, &blob.WriterOptions{
		ContentType: contentType, DisableContentTypeDetection: true, BufferSize: partSize, MaxConcurrency: partsOpen,
	})
	if err != nil {
		return failed(err)
	}
	if _, err := io.Copy(noting{s.disk.through(w, false), func() { silent.Reset(s.silence) }}, from); err != nil {
		cancel(nil) // so that Close drops what was written
		return failed(errors.Join(err, w.Close()))
	}
	return failed(w.Close())
}

// noting is a writer that notes each write that came through.
type noting struct {
	io.Writer
	written func()
}

// Write implements io.Writer.
func (n noting) Write(p []byte) (int, error) {
	done, err := n.Writer.Write(p)
	if err == nil {
		n.written()
	}
	return done, err
}

// PutExport implements people.ExportFiles.
func (s *Storage) PutExport(ctx context.Context, export string, from io.Reader) error {
	return s.put(ctx, key(export, people.ExportFile), "application/zip", from)
}

// PutFile stores one file of a backup as it was.
func (s *Storage) PutFile(ctx context.Context, upload string, v store.MediaVariant, from io.Reader) error {
	return s.put(ctx, key(upload, v), "application/octet-stream", from)
}

// Get opens a stored file. A file of a folder is an *os.File, so that the kernel
// can copy it. It fails with NotFound when there is none.
func (s *Storage) Get(ctx context.Context, upload string, v store.MediaVariant) (io.ReadSeekCloser, error) {
	if s.folder != "" {
		f, err := os.Open(filepath.Join(s.folder, filepath.FromSlash(key(upload, v))))
		if err != nil {
			return nil, failure(err)
		}
		return f, nil
	}
	r, err := s.bucket.NewReader(ctx, key(upload, v), nil)
	if err != nil {
		return nil, failure(err)
	}
	return r, nil
}

// Remove implements store.MediaFiles.
func (s *Storage) Remove(ctx context.Context, upload string) (found bool, err error) {
	for _, v := range []store.MediaVariant{store.MediaFile, store.MediaThumbnail, people.ExportFile} {
		switch err := s.bucket.Delete(ctx, key(upload, v)); {
		case err == nil:
			found = true
		case gcerrors.Code(err) != gcerrors.NotFound:
			return found, failure(err)
		}
	}
	if s.folder == "" {
		return found, nil
	}
	// The folder may hold what a crash left of a file that was being written.
	return found, failure(os.RemoveAll(filepath.Join(s.folder, "chat", upload)))
}

// failure is an error of the storage as the product knows it.
func failure(err error) error {
	var ours *store.Error
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return store.ErrStorageFull(err)
	case errors.Is(err, os.ErrNotExist), gcerrors.Code(err) == gcerrors.NotFound:
		return store.ErrMediaGone()
	case errors.As(err, &ours), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	return store.ErrStorageAway(err)
}
