package http

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/gin-gonic/gin"

	"muster/store"
	"muster/store/roomlog"
)

// handler checks the caller of a route, then what was sent, and runs its handlerFunc.
func (s *Server) handler(r route) gin.HandlerFunc {
	again := asksAgain[r.method+" "+r.path]
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
		g.Set(callerKey, c.caller)
		if err == nil && r.faced && s.config.Face.Gate && !c.caller.Session.FaceVerified {
			err = roomlog.ErrFaceRequired()
		}
		if err == nil && again {
			err = c.caller.HasFreshProof()
		}
		if err != nil {
			r.discardUpload(g)
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
			r.discardUpload(g)
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
		how := "inline"
		if f.saved {
			how = "attachment"
		}
		h.Set("Content-Disposition", how+`; filename="`+f.inline+`"`)
		h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	}
	if f.tag != "" {
		h.Set("ETag", `"`+f.tag+`"`)
	}
	prepareRange(c.Request)
	http.ServeContent(readerFromWriter{c.Writer}, c.Request, "", f.modified, f.content)
	if c.Writer.Status() == http.StatusRequestedRangeNotSatisfiable {
		h.Del("Content-Disposition")
		s.refuse(c.Context, http.StatusRequestedRangeNotSatisfiable, store.NewErrorReason(store.Invalid, "range_invalid", "The file has no such range"))
	}
}

// readerFromWriter passes ReadFrom on to net/http's writer, which gin hides. With it the
// kernel copies a file to the connection. It drops the plain text with which ServeContent
// refuses a range.
type readerFromWriter struct{ gin.ResponseWriter }

func (w readerFromWriter) Write(p []byte) (int, error) {
	if w.Status() == http.StatusRequestedRangeNotSatisfiable {
		return len(p), nil
	}
	return w.ResponseWriter.Write(p)
}

func (w readerFromWriter) ReadFrom(from io.Reader) (int64, error) {
	w.WriteHeaderNow()
	inner, ok := w.ResponseWriter.(interface{ Unwrap() http.ResponseWriter })
	if !ok {
		return io.Copy(struct{ io.Writer }{w.ResponseWriter}, from)
	}
	return io.Copy(inner.Unwrap(), from)
}

// share answers a call with the cached answer of the read called name, if that began less
// than age ago, or reads. With age 0 every call reads. It fails with Unavailable when ctx,
// the call's, ends first.
func (s *Server) share(ctx context.Context, name string, age time.Duration, read func(context.Context) (any, error)) (any, error) {
	if age <= 0 {
		return s.adminReads.run(ctx, func() (any, error) { return read(ctx) })
	}
	if value, ok := s.sharedReads.get(name, age); ok {
		return value, nil
	}
	flight := s.sharedReads.flights.DoChan(name, func() (any, error) {
		// An earlier flight may have ended after this call had looked.
		if value, ok := s.sharedReads.get(name, age); ok {
			return value, nil
		}
		// The first caller may leave while others wait.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callTimeout)
		defer cancel()
		return s.adminReads.run(ctx, func() (any, error) {
			began := time.Now()
			value, err := s.recoverRead(func() (any, error) { return read(ctx) })
			if err == nil {
				s.sharedReads.put(name, cachedAnswer{value, began})
			}
			return value, err
		})
	})
	select {
	case result := <-flight:
		return result.Val, result.Err
	case <-ctx.Done():
		return nil, errBackOfficeBusy()
	}
}

// recoverRead returns a panic as an error. A flight runs in a goroutine of its own, where
// a panic would end the process.
func (s *Server) recoverRead(read func() (any, error)) (value any, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			s.log.Error("a read of the back office panicked", "panic", cause, "stack", string(debug.Stack()))
			value, err = nil, fmt.Errorf("panic: %v", cause)
		}
	}()
	return read()
}
