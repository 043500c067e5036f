package edge

import (
	"io"
	"time"

	"muster/store"
)

// Route is one call of the API: who may make it, and what it may receive and send.
type Route struct {
	Method string
	Path   string
	Who    Credential
	Handle func(Call) (any, error) // gives what Reply says
	Body   Body
	Reply  Reply
	// Timeout limits the whole call; 0 is the usual limit.
	Timeout time.Duration
	// View is the action under which the audit log keeps that an administrator was shown
	// data of other people; "" for a route that shows none.
	View string
	// Shares is true of a read of administrators whose handler calls Share.
	Shares bool
	// Faced is true of a call that members whose face was not recognised are refused where
	// chat needs that.
	Faced bool
	// AnyOrigin lets pages of every origin call: the path alone is the proof.
	AnyOrigin bool
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
	Anyone   = Credential{Name: "anyone"}
	SignedIn = Credential{Name: "signed in"} // a member or an applicant
	Member   = Credential{Name: "member"}
	Admin    = Credential{Name: "administrator"}
	// ChatAdmin is an administrator who chats: like everything of chat it asks for no second
	// factor.
	ChatAdmin = Credential{Name: "administrator in chat"}
)

// Body says what a route receives: nothing, JSON, a form with a file, or bytes.
type Body struct {
	JSON  any   // a struct of http/body
	Form  bool  // multipart/form-data
	Raw   bool  // read by RawBody, of any media type
	Limit int64 // bytes; 0 is the usual limit of JSON
	// TooLarge is the failure for a body beyond the limit; nil: the usual one.
	TooLarge *store.Error
}

// LongText is the limit of a JSON body with a text of so many characters, each escaped as
// JSON may escape it (a pair of surrogates, twelve bytes), and room for what stands beside.
func LongText(characters int) int64 { return 12*int64(characters) + 64<<10 }

// Reply says what a route sends, and so what its handler returns.
type Reply struct {
	JSON any    // a struct of http/body
	File string // a *File of this media type
	CSV  bool   // a *CSV
	Page bool   // a Page
}

// File is a file that a handler returns. It is closed after the reply.
type File struct {
	Content io.ReadSeekCloser
	Name    string // under which a browser saves it
	Tag     string // ETag without its quotes
	Cache   string // Cache-Control; "": no-store
}

// Page is a page of HTML that a handler returns.
type Page struct {
	HTML    string
	Missing bool // it says that what was asked for does not exist: 404
}

// CSV is a table that a handler returns. Cells that a spreadsheet would take for formulas
// are quoted.
type CSV struct {
	Name   string // under which a browser saves it
	Header []string
	// Rows passes the rows to write. When it fails after the first row the connection is cut
	// off: half a file must not look like a whole one.
	Rows func(write func(cells ...string) error) error
}

// ExportTimeout limits a call that sends a long table.
const ExportTimeout = 10 * time.Minute
