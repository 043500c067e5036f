package http

import (
	"strconv"
	"time"

	"muster/store"
	"muster/store/encrypted"
	"muster/store/people"
)

// mediaFileTimeout limits sending one file or range.
const mediaFileTimeout = 30 * time.Minute

// mediaViewer is a member by the media cookie, which <img> and <video> send, or by
// the bearer token. Without either the call is forbidden: 401 would sign the
// browser out.
var mediaViewer = credential{name: "member by media cookie or token", scheme: bearerScheme, check: func(by callers, c *call) error {
	if session := by.mediaCookieSession(c); session.ID != "" {
		c.caller.Session, c.caller.Member.ID = session, session.PersonID
		return nil
	}
	err := member.check(by, c)
	if store.CodeOf(err) == store.Unauthorized {
		return store.NewErrorReason(store.Forbidden, "session_ended", store.NotAuthenticated)
	}
	return err
}}

// mediaFile sends a file of an upload, a profile picture, or an export to the member to whom the
// link was given.
func (s *Server) mediaFile(c *call) (any, error) {
	id, variant := c.Param("id"), store.MediaVariant(c.Param("variant"))
	member := c.caller.Member.ID
	until, err := s.config.MediaLinks.Check(member, id, string(variant), c.Query("until"), c.Query("sig"), s.now())
	if err != nil {
		return nil, err
	}
	ctx, session := c.Request.Context(), c.caller.Session.ID
	file := &fileReply{contentType: "image/jpeg", inline: "picture.jpg", tag: id + "-" + string(variant)}
	stored, sealed := variant, false
	switch variant {
	case store.PictureFile, store.PictureThumbnail:
		stored = map[store.MediaVariant]store.MediaVariant{
			store.PictureFile: store.MediaFile, store.PictureThumbnail: store.MediaThumbnail,
		}[variant]
		err = s.config.People.OpenPicture(ctx, id, member, session)
	case people.ExportFile:
		file.contentType, file.inline, file.saved = "application/zip", "my-data.zip", true
		err = s.config.MyData.OpenExport(ctx, id, member, session)
	case store.MediaFile, store.MediaThumbnail:
		var u store.Upload
		u, err = s.config.Log.OpenUpload(ctx, id, member, session)
		file.inline, sealed = "thumbnail.jpg", u.Sealed
		if variant == store.MediaFile {
			file.contentType, file.inline = u.ContentType, mediaName(u.ContentType)
		}
	default:
		err = store.ErrMediaGone()
	}
	if err != nil {
		return nil, err
	}
	if sealed {
		var keys encrypted.FileKeys
		if keys, err = s.config.Encrypted.FileKeys(ctx, id); err == nil {
			file.content, err = s.config.Media.GetSealed(ctx, id, stored, keys.Key)
		}
	} else {
		file.content, err = s.config.Media.Get(ctx, id, stored)
	}
	if err != nil {
		return nil, err
	}
	left := max(until.Sub(s.now()), 0)
	file.cache = "private, max-age=" + strconv.Itoa(int(left/time.Second))
	return file, nil
}

// mediaName is the name under which a browser saves a file.
func mediaName(contentType string) string {
	return map[string]string{
		"image/jpeg": "image.jpg", "image/png": "image.png", "image/gif": "image.gif", "image/webp": "image.webp",
		"video/mp4": "video.mp4", "video/webm": "video.webm", "video/quicktime": "video.mov",
		"audio/webm": "sound.webm", "audio/mp4": "sound.m4a", "audio/mpeg": "sound.mp3", "audio/wav": "sound.wav", "audio/ogg": "sound.ogg",
	}[contentType]
}
