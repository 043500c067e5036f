package edge

import (
	"context"
	"mime/multipart"
	"time"

	"muster/store"
	"muster/store/language"
)

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
	// RawBody is the body byte for byte: a credential, ReadJSON and the handler read the same.
	RawBody() ([]byte, error)
	// Length is the size of the body as the request says it, negative for unknown. HasBody
	// says whether there is a body, before anything reads it.
	Length() int64
	HasBody() bool
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
	// Language is the one that was chosen on the device, else the member's, else what the
	// browser accepts best. Say is a text of package language in it, and Sentence what an
	// error says.
	Language() language.Tag
	// Speaks notes the language of a member whose credential is no session.
	Speaks(member language.Tag)
	Say(key string, values ...any) string
	Sentence(e *store.Error) string
	// SignedIn notes a session that a call has opened, and what it ended, and sets the
	// cookie that browsers send with pictures.
	SignedIn(s store.Session, ended string)
	// MediaCookie sets the cookie that browsers send with pictures; a zero session deletes it.
	// Former is the session that the cookie names, which may have ended, zero without one.
	MediaCookie(s store.Session)
	Former() store.Session
	// Shown is what the audit log keeps of a view. About is the member whose data is shown,
	// where the path does not say it.
	Shown(what any)
	About(member string)
	// Share is what the function Share calls.
	Share(name string, age time.Duration, read func(context.Context) (any, error)) (any, error)
	// SiteChanged tells this node that rights have changed.
	SiteChanged()
	// Later is a context for what must be done although the client has left.
	Later() (context.Context, context.CancelFunc)
}
