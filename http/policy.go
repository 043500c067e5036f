package http

import (
	"errors"
	"fmt"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"muster/http/edge"
	"muster/store"
)

// route is one call of the API: who may make it, and what it may receive and send.
type route struct {
	method string
	path   string
	who    credential
	handle handlerFunc
	body   bodyPolicy
	reply  replyPolicy
	// timeout limits the whole call, from the end of its headers to the end of its
	// reply. 0 is callTimeout, with the server's own limits for a slow connection.
	timeout time.Duration
	// view is the action under which the audit log keeps that an administrator was
	// shown data of other people; "" for a route that shows none.
	view string
	// shares is true of a read of the back office whose handler calls share.
	shares bool
	// faced is true of a call that members whose face was not recognised are refused
	// while the gate is on.
	faced bool
	// anyOrigin lets pages of every origin call: the path alone is the proof.
	anyOrigin bool
}

// callTimeout limits a call, however many queries it makes, so that an outage is
// answered within 5 s.
const callTimeout = 4500 * time.Millisecond

// bodyPolicy says what a route receives. The zero policy is refused.
type bodyPolicy struct {
	kind  bodyKind
	limit int64        // bytes
	types []string     // accepted media types; none accepts all
	long  *store.Error // the failure for a body beyond the limit; nil: errBodyTooLarge
	value any          // a JSON body's struct of http/body
}

type bodyKind int

const (
	undeclaredBody bodyKind = iota
	noBodyKind              // whatever is sent must be JSON within maxBody, and is ignored
	jsonBodyKind            // read by readJSON
	rawBodyKind             // read whole by rawBody, byte for byte
	uploadBodyKind          // streamed from the request
)

// noBody is the policy of a route that reads no body.
var noBody = bodyPolicy{kind: noBodyKind, limit: maxBody}

// jsonBody is the policy of a route that reads a struct of http/body.
func jsonBody(value any) bodyPolicy {
	return bodyPolicy{kind: jsonBodyKind, limit: maxBody, value: value}
}

// rawBody is the policy of a route that reads its body byte for byte, for a signature
// over it.
func rawBody(limit int64, types ...string) bodyPolicy {
	return bodyPolicy{kind: rawBodyKind, limit: limit, types: types}
}

// uploadBody is the policy of a route that streams its body to where it is stored.
func uploadBody(limit int64, types ...string) bodyPolicy {
	return bodyPolicy{kind: uploadBodyKind, limit: limit, types: types}
}

// accepts says whether a body of these Content-Type headers is welcome.
func (p bodyPolicy) accepts(headers []string) bool {
	kind, params, err := mime.ParseMediaType(strings.Join(headers, ","))
	if p.kind == rawBodyKind || p.kind == uploadBodyKind {
		return len(p.types) == 0 || err == nil && len(headers) == 1 && slices.Contains(p.types, kind)
	}
	charset := strings.ToLower(params["charset"])
	return err == nil && len(headers) == 1 && kind == "application/json" && (charset == "" || charset == "utf-8")
}

// wantsType names the accepted types to whoever sent another.
func (p bodyPolicy) wantsType() string {
	if len(p.types) == 0 {
		return "application/json"
	}
	return strings.Join(p.types, " or ")
}

// replyPolicy says what a route sends. The zero policy is refused.
type replyPolicy struct {
	kind  replyKind
	value any    // a JSON reply's struct of http/body
	media string // media type of a stream or a file
	cache string // Cache-Control of a success; failures are never cached
	// others are the structs of JSON replies that are no failure but have another
	// status than 200.
	others map[int]any
}

type replyKind int

const (
	undeclaredReply replyKind = iota
	jsonReplyKind
	streamReplyKind // the handler writes the reply itself
	fileReplyKind   // the handler returns a *fileReply
)

// noStore forbids every cache.
const noStore = "no-store"

// jsonReply is the policy of a route that sends a struct of http/body.
func jsonReply(value any) replyPolicy {
	return replyPolicy{kind: jsonReplyKind, value: value, cache: noStore}
}

// with adds a JSON reply with another status.
func (p replyPolicy) with(status int, value any) replyPolicy {
	p.others = map[int]any{status: value}
	return p
}

// streamReply is the policy of a route whose handler writes the reply piece by piece.
func streamReply(media, cache string) replyPolicy {
	return replyPolicy{kind: streamReplyKind, media: media, cache: cache}
}

// fileReplies is the policy of a route that sends a seekable file, with ranges.
func fileReplies(media, cache string) replyPolicy {
	return replyPolicy{kind: fileReplyKind, media: media, cache: cache}
}

// check fails for a route that does not declare its caller or its policy.
func (r route) check() error {
	var missing []string
	for name, ok := range map[string]bool{
		"caller": r.who.check != nil, "handler": r.handle != nil,
		"body": r.body.kind != undeclaredBody && r.body.limit > 0, "reply": r.reply.kind != undeclaredReply,
		"cache rule":      r.reply.cache != "",
		"body's type":     r.body.kind != jsonBodyKind || r.body.value != nil,
		"reply's type":    r.reply.kind != jsonReplyKind || r.reply.value != nil,
		"media type":      r.reply.kind == jsonReplyKind || r.reply.media != "",
		"time limit":      r.timeout > 0 || r.body.kind != uploadBodyKind && r.reply.kind == jsonReplyKind,
		"body for a GET":  r.method != http.MethodGet || r.body.kind == noBodyKind,
		"cacheable reply": r.reply.kind != jsonReplyKind || r.who.scheme == "" || r.reply.cache == noStore,
	} {
		if !ok {
			missing = append(missing, name)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	slices.Sort(missing)
	return fmt.Errorf("route %s %s does not declare its %s", r.method, r.path, strings.Join(missing, ", "))
}

// limit is the time limit of the call.
func (r route) limit() time.Duration {
	if r.timeout > 0 {
		return r.timeout
	}
	return callTimeout
}

// extendDeadlines replaces the server's limits for a slow connection by the route's
// own. The read deadline must last as long as the reply: when it passes, net/http
// takes the client for gone and cancels the request.
func (r route) extendDeadlines(w http.ResponseWriter) error {
	if r.timeout == 0 {
		return nil
	}
	control, end := http.NewResponseController(w), time.Now().Add(r.timeout)
	err := errors.Join(control.SetReadDeadline(end), control.SetWriteDeadline(end))
	if errors.Is(err, http.ErrNotSupported) {
		return nil // there is no connection, as in tests
	}
	return err
}

// isAPIRequest says whether a request is for a route of the table and not for a page
// of the client. Every request that the router matched is, whatever its decoded
// path: the router uses the path as sent, where "..%2f..%2f" is one parameter. So
// are unmatched paths that this node or a proxy could normalize to a route's:
// "//api/x", "/API/x", "/x/../api", "/api/../x", "/api;y/x".
func isAPIRequest(c *gin.Context) bool {
	p := c.Request.URL.Path
	return c.FullPath() != "" || isAPIPath(p) || isAPIPath(path.Clean("/"+p))
}

// isAPIPath says whether the first segment of a path is one that routes use.
func isAPIPath(p string) bool {
	first, _, _ := strings.Cut(strings.TrimLeft(p, "/"), "/")
	first, _, _ = strings.Cut(first, ";") // parameters of a segment (RFC 3986 section 3.3)
	switch strings.ToLower(first) {
	case "api", "media", "dev", "ws", "healthz", "readyz":
		return true
	}
	return false
}

// credential is what a request must prove to call a route. Its check is a predicate:
// it looks for the proof that it needs (a bearer token, a cookie, a signature over the
// raw body) and fails with Unauthorized without one and with Forbidden for one of the
// wrong kind. Credentials have no order: none includes another.
type credential struct {
	name   string // in the OpenAPI document
	scheme string // security scheme in the OpenAPI document, "" for none
	check  func(by callers, c *call) error
}

// callers finds out who makes a call (Server).
type callers interface {
	// authenticate finds the caller of the bearer token and the address of the call.
	authenticate(c *call) (store.Caller, error)
	// mediaCookieSession is the session of the media cookie, the zero one without it.
	mediaCookieSession(c *call) store.Session
	// edgeCall is the call as a subject's own credential sees it.
	edgeCall(c *call) edge.Call
}

// bearerScheme is the security scheme of session tokens.
const bearerScheme = "session"
