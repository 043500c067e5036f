// A site that keeps uploads in a folder of its own.

package http

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"mime/multipart"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"muster/store"
	"muster/store/roomlog"
)

// form is a body of a multipart upload: the fields, then the file.
func form(file []byte, fields ...string) (io.Reader, string) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for i := 0; i < len(fields); i += 2 {
		w.WriteField(fields[i], fields[i+1])
	}
	if file != nil {
		part, _ := w.CreateFormFile("media", "../../evil.svg")
		part.Write(file)
	}
	w.Close()
	return &b, w.FormDataContentType()
}

func (v *visitor) upload(file []byte, fields ...string) response {
	v.t.Helper()
	body, kind := form(file, fields...)
	return v.send("POST", "/api/chat-media/upload", body, "Content-Type", kind)
}

// sendMedia stores a message that carries an upload, as the chat does.
func (s *site) sendMedia(m store.Member, session, room, kind, link string) roomlog.Result {
	s.t.Helper()
	upload, _ := s.edge.config.MediaLinks.UploadOf(m.ID, link)
	results, err := s.Append(context.Background(), []roomlog.Command{{
		Kind: roomlog.MessageSent, Room: room, Member: m.ID, Session: session, MessageID: uuid.Must(uuid.NewV7()).String(),
		Draft: roomlog.Draft{Kind: roomlog.MessageKind(kind), Upload: upload},
	}})
	s.must(err)
	return results[0]
}

func (s *site) remove(m store.Member, session, room, message string) {
	s.t.Helper()
	results, err := s.Append(context.Background(), []roomlog.Command{{
		Kind: roomlog.MessageDeleted, Room: room, Member: m.ID, Session: session, MessageID: message,
	}})
	s.must(err)
	s.must(results[0].Err)
}

func (s *site) count(sql string, args ...any) (n int) {
	s.t.Helper()
	s.must(s.Pool().QueryRow(context.Background(), sql, args...).Scan(&n))
	return n
}

// mediaSite is a site with an administrator, whose clock of links can be moved.
type mediaSite struct {
	*site
	ahead time.Duration
	chief store.Member
	token string
	id    string // of the chief's session
}

func newMediaSite(t *testing.T) *mediaSite {
	t.Helper()
	m := &mediaSite{}
	m.site = newSite(t, func(c *Config) { c.Clock = func() time.Time { return time.Now().Add(m.ahead) } })
	m.chief = m.member("casey", false)
	m.exec(`update member_standing set is_admin = true where member_id = $1`, m.chief.ID)
	m.token, m.id = m.session(store.MemberSession, m.chief.ID)
	return m
}

// stored reads the stored files.
func (m *mediaSite) stored() (all [][]byte) {
	m.t.Helper()
	m.must(filepath.WalkDir(m.folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		all = append(all, raw)
		return err
	}))
	return all
}

// list gives the paths of the stored files.
func (m *mediaSite) list() (paths []string) {
	m.t.Helper()
	m.must(filepath.WalkDir(m.folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			paths = append(paths, path)
		}
		return err
	}))
	return paths
}

// files counts the stored files.
func (m *mediaSite) files() int { m.t.Helper(); return len(m.list()) }
