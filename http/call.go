package http

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"muster/store"
	"muster/store/roomlog"
)

// handlerFunc handles one call and returns a struct of http/body, or a *fileReply.
type handlerFunc func(c *call) (any, error)

// call is one request with its caller, which is zero where none is authenticated.
type call struct {
	*gin.Context
	caller store.Caller
	raw    []byte // the body of a route with a raw one, once it was read
	shown  any    // what the audit log keeps of a view besides its subject
	about  string // the member whose data was shown, where the path names none
}

// fileReply is a file that a handler returns. It is closed after the reply.
type fileReply struct {
	content  io.ReadSeekCloser
	modified time.Time // zero: unknown

	contentType string // "": the route's
	cache       string // "": the route's
	inline      string // name to save it under; it is shown in a page of its own, without scripts
	tag         string // ETag without its quotes
}

// handler checks the caller of a route, then what was sent, and runs its handlerFunc.
func (s *Server) handler(r route) gin.HandlerFunc {
	return func(g *gin.Context) {
		ctx, cancel := context.WithTimeout(g.Request.Context(), r.limit())
		defer cancel()
		g.Request = g.Request.WithContext(ctx)
		c := &call{Context: g}
		if err := r.extendDeadlines(g.Writer); err != nil {
			s.fail(g, err)
			return
		}
		err := r.who.check(s, c)
		if c.caller.Session.ID != "" {
			g.Set(callerKey, c.caller)
		}
		if err == nil && r.faced && s.config.Face.Gate && !c.caller.Session.FaceVerified {
			err = roomlog.ErrFaceRequired()
		}
		if err != nil {
			s.fail(g, err)
			return
		}
		if !s.checkBody(g, r.body) {
			return
		}
		if r.reply.kind == streamReplyKind {
			c.Header("Content-Type", r.reply.media)
			c.Header("Cache-Control", r.reply.cache)
		}
		reply, err := s.run(c, r)
		switch {
		case g.Writer.Written(): // the handler has replied
		case err != nil:
			s.fail(g, err)
		case r.reply.kind == fileReplyKind:
			s.sendFile(c, r.reply, reply.(*fileReply))
		case r.reply.kind == jsonReplyKind:
			s.writeJSON(g, http.StatusOK, reply, r.reply.cache)
		}
	}
}

// run runs the handlerFunc of a route, and records what it shows. It limits the reads of
// the back office.
func (s *Server) run(c *call, r route) (any, error) {
	handle := func() (any, error) { return r.handle(c) }
	if r.isAdminRead() {
		ctx := c.Request.Context()
		release, err := s.adminReads.admit(ctx, c.caller.Member.ID)
		if err != nil {
			return nil, err
		}
		defer release()
		if !r.shares {
			handle = func() (any, error) { return s.adminReads.run(ctx, func() (any, error) { return r.handle(c) }) }
		}
	}
	reply, err := handle()
	if err == nil && r.view != "" {
		err = s.recordView(c, r)
	}
	return reply, err
}

// sendFile sends a file or the ranges of it that the request asks for.
func (s *Server) sendFile(c *call, policy replyPolicy, f *fileReply) {
	defer f.content.Close()
	h := c.Writer.Header()
	h.Set("Content-Type", policy.media)
	h.Set("Cache-Control", policy.cache)
	if f.contentType != "" {
		h.Set("Content-Type", f.contentType)
	}
	if f.cache != "" {
		h.Set("Cache-Control", f.cache)
	}
	if f.inline != "" {
		h.Set("Content-Disposition", `inline; filename="`+f.inline+`"`)
		h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	}
	if f.tag != "" {
		h.Set("ETag", `"`+f.tag+`"`)
	}
	http.ServeContent(readerFromWriter{c.Writer}, c.Request, "", f.modified, f.content)
}

// readerFromWriter passes ReadFrom on to net/http's writer, which gin hides. With it the
// kernel copies a file to the connection.
type readerFromWriter struct{ gin.ResponseWriter }

func (w readerFromWriter) ReadFrom(from io.Reader) (int64, error) {
	w.WriteHeaderNow()
	inner, ok := w.ResponseWriter.(interface{ Unwrap() http.ResponseWriter })
	if !ok {
		return io.Copy(struct{ io.Writer }{w.ResponseWriter}, from)
	}
	return io.Copy(inner.Unwrap(), from)
}
