package http

import (
	"cmp"
	"context"
	"mime/multipart"
	"net/http"
	"time"

	"muster/http/edge"
	"muster/store"
	"muster/store/language"
)

// subjectRoutes are the routes of a subject in a package of its own as this package has
// them.
func (s *Server) subjectRoutes(of []edge.Route) []route {
	routes := make([]route, 0, len(of))
	for _, r := range of {
		routes = append(routes, s.subjectRoute(r))
	}
	return routes
}

func (s *Server) subjectRoute(r edge.Route) route {
	out := route{
		method: r.Method, path: r.Path, timeout: r.Timeout, view: r.View, shares: r.Shares, faced: r.Faced, anyOrigin: r.AnyOrigin,
		who: s.subjectCredential(r.Who), body: noBody,
	}
	switch {
	case r.Body.JSON != nil:
		out.body = jsonBody(r.Body.JSON)
	case r.Body.Form:
		out.body = uploadBody(r.Body.Limit, "multipart/form-data")
	case r.Body.Raw:
		out.body = rawBody(r.Body.Limit)
	}
	if r.Body.Limit > 0 {
		out.body.limit = r.Body.Limit
	}
	out.body.long = r.Body.TooLarge
	switch {
	case r.Reply.JSON != nil:
		out.reply = jsonReply(r.Reply.JSON)
	case r.Reply.CSV:
		out.reply = streamReply("text/csv; charset=utf-8", noStore)
	case r.Reply.Page:
		out.reply, out.timeout = streamReply("text/html; charset=utf-8", noStore), cmp.Or(r.Timeout, callTimeout)
	default:
		out.reply = fileReplies(r.Reply.File, noStore)
	}
	out.handle = func(c *call) (any, error) {
		reply, err := r.Handle(subjectCall{s, c})
		if err != nil {
			return nil, err
		}
		switch reply := reply.(type) {
		case *edge.File:
			return &fileReply{content: reply.Content, inline: reply.Name, tag: reply.Tag, cache: reply.Cache}, nil
		case *edge.CSV:
			return nil, sendCSV(c, reply)
		case edge.Page:
			status := http.StatusOK
			if reply.Missing {
				status = http.StatusNotFound
			}
			c.String(status, "%s", reply.HTML)
		}
		return reply, nil
	}
	return out
}

// subjectCredential is a credential of a subject; one that it did not declare fails the
// route's check.
func (s *Server) subjectCredential(of edge.Credential) credential {
	switch {
	case of.Check != nil:
		return credential{name: of.Name, check: func(by callers, c *call) error { return of.Check(by.edgeCall(c)) }}
	case of.Name == edge.Anyone.Name:
		return anyone
	case of.Name == edge.SignedIn.Name:
		return signedIn
	case of.Name == edge.Member.Name:
		return member
	case of.Name == edge.Admin.Name:
		return admin
	case of.Name == edge.ChatAdmin.Name:
		return chatAdmin
	}
	return credential{}
}

// edgeCall implements callers.
func (s *Server) edgeCall(c *call) edge.Call { return subjectCall{s, c} }

// subjectCall implements edge.Call.
type subjectCall struct {
	server *Server
	call   *call
}

func (c subjectCall) Context() context.Context         { return c.call.Request.Context() }
func (c subjectCall) Now() time.Time                   { return c.server.now() }
func (c subjectCall) Caller() store.Caller             { return c.call.caller }
func (c subjectCall) Address() string                  { return c.server.clientAddress(c.call) }
func (c subjectCall) Param(name string) string         { return c.call.Param(name) }
func (c subjectCall) Query(name string) string         { return c.call.Query(name) }
func (c subjectCall) ReadJSON(v any) error             { return c.server.readJSON(c.call, v) }
func (c subjectCall) RawBody() ([]byte, error)         { return c.call.rawBody() }
func (c subjectCall) Length() int64                    { return c.call.Request.ContentLength }
func (c subjectCall) HasBody() bool                    { return c.call.hasBody() }
func (c subjectCall) Form() (*multipart.Reader, error) { return c.call.Request.MultipartReader() }
func (c subjectCall) Token(cookie string) string       { return c.server.cookieToken(c.call, cookie) }
func (c subjectCall) Shown(what any)                   { c.call.shown = what }
func (c subjectCall) About(member string)              { c.call.about = member }
func (c subjectCall) MediaCookie(s store.Session)      { c.server.setMediaCookie(c.call, s) }
func (c subjectCall) Former() store.Session            { return c.server.mediaCookieSession(c.call) }
func (c subjectCall) BearerToken() string              { return c.call.bearerToken() }
func (c subjectCall) Header(name string) string        { return c.call.GetHeader(name) }
func (c subjectCall) Language() language.Tag           { return languageFor(c.call.Request, c.call.caller) }
func (c subjectCall) Speaks(member language.Tag)       { c.call.caller.Language = string(member) }
func (c subjectCall) SignedIn(s store.Session, ended string) {
	c.server.signedIn(c.call, s, ended)
}
func (c subjectCall) Share(name string, age time.Duration, read func(context.Context) (any, error)) (any, error) {
	return c.server.share(c.Context(), name, age, read)
}
func (c subjectCall) Say(key string, values ...any) string {
	tag := c.Language()
	sayContentLanguage(c.call.Context, tag)
	return tag.Say(key, values...)
}

func (c subjectCall) Sentence(e *store.Error) string {
	return sentence(c.call.Context, c.Language(), e)
}
func (c subjectCall) SiteChanged() { c.server.config.Hub.SiteChanged() }
func (c subjectCall) QueryNumber(name string, other int) (int, error) {
	return queryNumber(c.call, name, other)
}

func (c subjectCall) SetCookie(name, value string, life time.Duration) {
	c.server.setCookie(c.call, name, value, life)
}

func (c subjectCall) Later() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(c.Context()), callTimeout)
}

// FormError keeps the statuses that a body which is too long or too slow has.
func (c subjectCall) FormError(err error) error {
	if store.CodeOf(err) != store.Internal {
		return err
	}
	return bodyError(err)
}

func (c subjectCall) Bearer() (store.Session, error) {
	if session := c.server.mediaCookieSession(c.call); session.ID != "" && c.call.bearerToken() == "" {
		return session, nil
	}
	if c.call.bearerToken() == "" {
		return store.Session{}, nil
	}
	caller, err := c.server.config.People.Authenticate(c.Context(), c.call.bearerToken())
	if store.CodeOf(err) == store.Unauthorized {
		return store.Session{}, nil
	}
	return caller.Session, err
}
