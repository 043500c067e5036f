package http

import (
	"fmt"
	"io"
	"mime/multipart"

	"muster/http/body"
	"muster/store"
	"muster/store/blob"
	"muster/store/encrypted"
)

// Limits of one call that uploads files for encrypted messages.
const (
	maxGalleryBody  = 512 << 20
	maxGalleryFiles = 20
)

// galleryUpload is the policy of that call.
var galleryUpload = bodyPolicy{
	kind: uploadBodyKind, limit: maxGalleryBody, types: []string{"multipart/form-data"}, long: store.ErrFileTooLarge(store.VideoMedia),
}

// uploadedFiles is what the audit log keeps of an upload.
type uploadedFiles struct {
	Files int `json:"files"`
}

// uploadGallery stores files for an encrypted message, all or none. Poster, duration
// and waveform belong to the file that comes after them.
func (s *Server) uploadGallery(c *call) (any, error) {
	u := galleryUploads{uploadForm: uploadForm{server: s, call: c}}
	defer u.close()
	err := u.readAll()
	if err == nil {
		err = s.config.Store.AdminService(c.caller).Record(c.Request.Context(), store.AuditRecord{
			Action: "decrypt_files_uploaded", Subject: "decrypt", After: uploadedFiles{len(u.stored)},
		})
	}
	if err != nil {
		for i := range u.stored {
			s.dropUpload(c, u.stored[i].ID)
		}
		return nil, err
	}
	message := fmt.Sprintf("%d files uploaded", len(u.stored))
	if len(u.stored) == 1 {
		message = "1 file uploaded"
	}
	return body.GalleryUploaded{OK: body.Done, Message: message, Items: s.decryptItems(c, u.stored)}, nil
}

// galleryUploads is such a call under way.
type galleryUploads struct {
	uploadForm
	stored []encrypted.File
}

// readAll reads the parts as they come and stores each file at once.
func (u *galleryUploads) readAll() error {
	parts, err := u.call.Request.MultipartReader()
	if err != nil {
		return store.NewErrorReason(store.Invalid, "form_malformed", store.NoFile)
	}
	for range maxGalleryFiles * maxUploadParts {
		part, err := parts.NextPart()
		if err == io.EOF {
			if len(u.stored) == 0 {
				return store.ErrNoFile()
			}
			return nil
		}
		if err == nil {
			err = u.take(part)
		}
		if err != nil {
			return uploadError(err)
		}
	}
	return store.NewErrorReason(store.Invalid, "form_malformed", store.NoFile)
}

func (u *galleryUploads) take(part *multipart.Part) error {
	switch part.FormName() {
	case "media":
		if len(u.stored) == maxGalleryFiles {
			return store.NewErrorReason(store.Invalid, "too_many_files", fmt.Sprintf("At most %d files at once", maxGalleryFiles))
		}
		name := encrypted.FileName(part.FileName())
		return namedFileError(u.storeFile(part, name), name)
	case "roomId":
		return nil
	}
	return u.uploadForm.take(part)
}

// storeFile stores one file, sealed.
func (u *galleryUploads) storeFile(part *multipart.Part, name string) (err error) {
	s, ctx := u.server, u.call.Request.Context()
	if u.file, err = s.config.Media.Receive(part, 0); err != nil {
		return err
	}
	prepared, err := s.config.Media.Prepare(ctx, u.file, u.hints)
	if err != nil {
		return err
	}
	defer prepared.Close()
	f := encrypted.File{FileName: name, Upload: store.Upload{
		Owner: u.call.caller.Member.ID, Kind: prepared.Kind, ContentType: prepared.ContentType,
		Size: prepared.Size, Thumbnail: prepared.HasThumbnail(), Metadata: prepared.Metadata, Sealed: true,
	}}
	if f.ID, err = s.config.Encrypted.AddFile(ctx, f); err != nil {
		return err
	}
	if err = s.config.Media.PutSealed(ctx, f.ID, prepared, s.config.Encrypted.FileKey); err == nil {
		err = s.config.Store.UploadReady(ctx, f.ID)
	}
	if err != nil {
		s.dropUpload(u.call, f.ID)
		return err
	}
	u.stored = append(u.stored, f)
	u.close()
	u.file, u.hints = nil, blob.Hints{}
	return nil
}

// namedFileError says of which file an error is.
func namedFileError(err error, name string) error {
	switch store.CodeOf(err) {
	case store.Unsupported, store.Unprocessable:
		return store.NewErrorReason(store.CodeOf(err), store.AsError(err).Reason, "Invalid file type: "+name)
	case store.TooLarge:
		return store.NewErrorReason(store.TooLarge, "file_too_large", "File too large: "+name)
	}
	return err
}
