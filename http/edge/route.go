package edge

import (
	"context"
	"io"
	"mime/multipart"
	"time"

	"muster/store"
)

// Route is one call of the API: who may make it, and what it may receive and send.
type Route struct {
	Method string
	Path   string
	Who    Credential
	Handle func(Call) (any, error) // gives a struct of http/body, or a *File
	Body   Body
	Reply  Reply
	// Timeout limits the whole call; 0 is the usual limit.
	Timeout time.Duration
	// View is the action under which the audit log keeps that an administrator was shown
	// data of other people; "" for a route that shows none.
	View string
	// Faced is true of a call that members whose face was not recognised are refused where
	// chat needs that.
	Faced bool
}

// Credential is what a request must prove to call a route.
type Credential struct {
	Name string // in the OpenAPI document
	// Check fails when the proof is missing. It is nil for those below, which package
	// http checks.
	Check func(Call) error
}

// Credentials that package http checks.
var (
	Anyone = Credential{Name: "anyone"}
	Member = Credential{Name: "member"}
	Admin  = Credential{Name: "administrator"}
)

// Body says what a route receives: nothing, JSON or a form with a file.
type Body struct {
	JSON  any   // a struct of http/body; nil: none
	Form  bool  // multipart/form-data
	Limit int64 // bytes; 0 is the usual limit of JSON
	// TooLarge is the failure for a body beyond the limit; nil: the usual one.
	TooLarge *store.Error
}

// Reply says what a route sends: JSON, or a file of a media type.
type Reply struct {
	JSON any
	File string
}

// File is a file that a handler returns. It is closed after the reply.
type File struct {
	Content io.ReadSeekCloser
	Name    string // under which a browser saves it
	Tag     string // ETag without its quotes
	Cache   string // Cache-Control; "": no-store
}

// Call is one request.
type Call interface {
	Context() context.Context
	// Now is the clock of links.
	Now() time.Time
	// Caller is the member or administrator of a route for one, zero otherwise.
	Caller() store.Caller
	// Address is the network address of the client.
	Address() string
	// Param is a parameter of the path, Query a value of the query, "" without one.
	Param(name string) string
	Query(name string) string
	// QueryNumber is a number of the query, or other without one. It fails with Invalid.
	QueryNumber(name string, other int) (int, error)
	// ReadJSON decodes the body into a pointer to a struct. It fails with Invalid.
	ReadJSON(v any) error
	// Form reads the form of the body part by part. FormError is a failure of reading it,
	// with the status that it has.
	Form() (*multipart.Reader, error)
	FormError(err error) error
	// Token is the value of a cookie in the form of a token, "" without one.
	Token(cookie string) string
	// SetCookie sets a cookie that scripts cannot read.
	SetCookie(name, value string, life time.Duration)
	// Bearer is the live session of the bearer token, or of the cookie that browsers send
	// with pictures; zero without one. It fails only for an outage.
	Bearer() (store.Session, error)
	// BearerToken is the token of the Authorization header, "" without one. Header is
	// another header.
	BearerToken() string
	Header(name string) string
	// SignedIn notes a session that a call has opened, and what it ended, and sets the
	// cookie that browsers send with pictures.
	SignedIn(s store.Session, ended string)
	// Shown is what the audit log keeps of a view.
	Shown(what any)
	// SiteChanged tells this node that rights have changed.
	SiteChanged()
	// Later is a context for what must be done although the client has left.
	Later() (context.Context, context.CancelFunc)
}
