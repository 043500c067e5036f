package http

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/gin-gonic/gin"

	"muster/store"
)

// Limits of a JSON body.
const (
	maxBody  = 64 << 10 // bytes
	maxDepth = 16       // of nesting
)

// limitBody limits how much of the body can be read, whatever the method and path.
// It leaves the original request alone: net/http uses its Body to find out what is
// left on the connection and whether the client still waits for "100 Continue".
func limitBody(w http.ResponseWriter, r *http.Request) *http.Request {
	if r.ContentLength == 0 {
		return r
	}
	own := *r
	own.Body = (&limitedBody{writer: w, whole: r.Body}).withLimit(maxBody)
	return &own
}

// limitedBody is a body with a limit that can be replaced before anything is read.
type limitedBody struct {
	io.ReadCloser
	writer http.ResponseWriter
	whole  io.ReadCloser
}

func (b *limitedBody) withLimit(limit int64) *limitedBody {
	return &limitedBody{ReadCloser: http.MaxBytesReader(b.writer, b.whole, limit), writer: b.writer, whole: b.whole}
}

// Bounds of what discardBody reads.
const (
	maxDiscarded = 32 << 20 // bytes
	discardTime  = 2 * time.Second
)

// discardBody reads what is left of a body that is refused. Many clients look for the
// reply only after they have sent it all, and fail when the connection is closed before.
func discardBody(w http.ResponseWriter, r *http.Request) {
	body, ok := r.Body.(*limitedBody)
	if !ok || r.ContentLength > maxDiscarded || r.Header.Get("Expect") != "" {
		return
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(discardTime))
	_, _ = io.CopyN(io.Discard, body.whole, maxDiscarded)
}

// discardUpload discards the body of a refused call if it is a file. net/http discards shorter ones.
func (r route) discardUpload(g *gin.Context) {
	if r.body.kind == uploadBodyKind {
		discardBody(g.Writer, g.Request)
	}
}

// Failures of reading a body, with statuses of their own.
var (
	errBodyTooLarge = store.NewErrorReason(store.Invalid, "body_too_large", "The body is too large")
	errBodySlow     = store.NewErrorReason(store.Invalid, "body_slow", "The body took too long")
)

// bodyError is the failure for an error of the body's reader: errBodyTooLarge (413)
// beyond the route's limit, errBodySlow (408) beyond its time, else Invalid.
func bodyError(err error) error {
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		return errBodyTooLarge
	case errors.Is(err, os.ErrDeadlineExceeded):
		return errBodySlow
	}
	return store.NewErrorReason(store.Invalid, "json_malformed", "The body is not valid JSON")
}
