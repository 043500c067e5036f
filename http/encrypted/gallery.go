package encrypted

import (
	"io"
	"mime/multipart"

	"muster/http/body"
	"muster/http/edge"
	"muster/http/upload"
	"muster/store"
	"muster/store/blob"
	"muster/store/encrypted"
)

// Limits of one call that uploads files for encrypted messages.
const (
	maxGalleryBody  = 512 << 20
	maxGalleryFiles = 20
)

// uploadedFiles is what the audit log keeps of an upload.
type uploadedFiles struct {
	Files int `json:"files"`
}

// uploadGallery stores files for an encrypted message, all or none. Poster, duration
// and waveform belong to the file that comes after them.
func (h *calls) uploadGallery(c edge.Call) (any, error) {
	u := galleryUploads{Form: upload.Form{Media: h.Media}, calls: h, call: c}
	defer u.Close()
	err := u.readAll()
	if err == nil {
		err = h.DB.AdminService(c.Caller()).Record(c.Context(), store.AuditRecord{
			Action: "decrypt_files_uploaded", Subject: "decrypt", After: uploadedFiles{len(u.stored)},
		})
	}
	if err != nil {
		for i := range u.stored {
			h.drop(c, u.stored[i].ID)
		}
		return nil, err
	}
	message := c.Say("answer.filesUploaded", len(u.stored))
	if len(u.stored) == 1 {
		message = c.Say("answer.fileUploaded")
	}
	return body.GalleryUploaded{OK: body.Done, Message: message, Items: h.items(c, u.stored)}, nil
}

// galleryUploads is such a call under way.
type galleryUploads struct {
	upload.Form // of the next file
	calls       *calls
	call        edge.Call
	stored      []encrypted.File
}

// readAll reads the parts as they come and stores each file at once.
func (u *galleryUploads) readAll() error {
	parts, err := u.call.Form()
	if err != nil {
		return upload.ErrMalformed()
	}
	for range maxGalleryFiles * upload.MaxParts {
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
			return upload.Error(err, u.call.FormError)
		}
	}
	return upload.ErrMalformed()
}

func (u *galleryUploads) take(part *multipart.Part) error {
	if part.FormName() != "media" {
		return u.Take(part)
	}
	if len(u.stored) == maxGalleryFiles {
		return store.NewErrorf(store.Invalid, "too_many_files", "At most %d files at once", maxGalleryFiles)
	}
	name := encrypted.FileName(part.FileName())
	return namedFileError(u.storeFile(part, name), name)
}

// storeFile stores one file, sealed.
func (u *galleryUploads) storeFile(part *multipart.Part, name string) error {
	h, ctx := u.calls, u.call.Context()
	if err := u.Take(part); err != nil {
		return err
	}
	prepared, err := h.Media.Prepare(ctx, u.File, u.Hints)
	if err != nil {
		return err
	}
	defer prepared.Close()
	metadata := prepared.Metadata
	metadata.Transcript = "" // it would stand unsealed beside the sealed file
	f := encrypted.File{FileName: name, Upload: store.Upload{
		Owner: u.call.Caller().Member.ID, Kind: prepared.Kind, ContentType: prepared.ContentType,
		Size: prepared.Size, Thumbnail: prepared.HasThumbnail(), Metadata: metadata, Sealed: true,
	}}
	var keys encrypted.FileKeys
	if f.ID, keys, err = h.Messages.AddFile(ctx, f); err != nil {
		return err
	}
	if err = h.Media.PutSealed(ctx, f.ID, prepared, keys.Key); err == nil {
		err = h.Log.UploadReady(ctx, f.ID)
	}
	if err != nil {
		h.drop(u.call, f.ID)
		return err
	}
	u.stored = append(u.stored, f)
	u.Close()
	u.File, u.Hints = nil, blob.Hints{}
	return nil
}

// drop ends an upload that failed. What cannot be removed now, the sweep removes.
func (h *calls) drop(c edge.Call, id string) {
	after, cancel := c.Later()
	defer cancel()
	if err := h.Log.DropUpload(after, h.Media, id); err != nil {
		h.Logger.Warn("an upload that failed is left to the sweep", "error", err)
	}
}

// namedFileError says of which file an error is.
func namedFileError(err error, name string) error {
	switch store.CodeOf(err) {
	case store.Unsupported, store.Unprocessable:
		return store.NewErrorf(store.CodeOf(err), store.AsError(err).Reason, "Invalid file type: %s", name)
	case store.TooLarge:
		return store.NewErrorf(store.TooLarge, "file_too_large", "File too large: %s", name)
	}
	return err
}
