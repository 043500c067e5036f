package desk

import (
	"encoding/base64"
	"encoding/json"
	"muster/store"
	"muster/store/money"
	"muster/store/rank"
	"strings"
	"time"
	"unicode/utf8"
)

// UserFilter selects users of the administrators' table.
type UserFilter string

const (
	AllUsers      UserFilter = "all"
	AdminUsers    UserFilter = "admin"
	GuardianUsers UserFilter = "guardian"
	ActiveUsers   UserFilter = "active"   // seen within ActiveWithin
	InactiveUsers UserFilter = "inactive" // all others
)

// ActiveWithin is how long somebody who was seen counts as active.
const ActiveWithin = 5 * time.Minute

// UserSort orders the administrators' table; members with the same key follow by id.
type UserSort string

const (
	SortByName      UserSort = "name"
	SortByEmail     UserSort = "email"
	SortByPhone     UserSort = "phone"
	SortByUsername  UserSort = "username"
	SortByRank      UserSort = "rank" // by the ladder
	SortByLastLogin UserSort = "last_login"
	SortByCreated   UserSort = "created_at"
)

// Pages of the administrators' table.
const (
	UserPageSize = 50
	// MostUserOffset bounds the number of a page; a cursor goes on without a bound.
	MostUserOffset = 10_000_000
	maxUserSearch  = 200 // characters
)

// UserQuery is a page of the administrators' table.
type UserQuery struct {
	Search     string // in name, e-mail address, phone and username, in any case
	Digits     string // of a search for a phone that also matches; "" for none
	Filter     UserFilter
	Sort       UserSort
	Descending bool
	Limit      int
	Page       int    // from 1; without a cursor
	Cursor     string // where the page before ended
}

// Check gives the query with its defaults. It fails with Invalid.
func (q UserQuery) Check() (UserQuery, error) {
	if q.Filter == "" {
		q.Filter = AllUsers
	}
	if q.Sort == "" {
		q.Sort = SortByCreated
	}
	switch q.Filter {
	case AllUsers, AdminUsers, GuardianUsers, ActiveUsers, InactiveUsers:
	default:
		return q, store.NewErrorReason(store.Invalid, "filter_unknown", "filter must be all, admin, guardian, active or inactive")
	}
	switch q.Sort {
	case SortByName, SortByEmail, SortByPhone, SortByUsername, SortByRank, SortByLastLogin, SortByCreated:
	default:
		return q, store.NewErrorReason(store.Invalid, "sort_unknown", "sortBy must be name, email, phone, username, rank, last_login or created_at")
	}
	var err error
	if q.Search, q.Digits, err = CheckUserSearch(q.Search); err != nil {
		return q, err
	}
	q.Limit = min(max(q.Limit, 1), UserPageSize)
	q.Page = min(max(q.Page, 1), MostUserOffset/q.Limit)
	return q, nil
}

// CheckUserSearch gives a text to find members by, and the digits of a phone that it may
// be, "" for none. It fails with Invalid.
func CheckUserSearch(typed string) (search, digits string, err error) {
	search = strings.TrimSpace(store.WithoutDirections(typed))
	if !utf8.ValidString(search) || strings.ContainsFunc(search, store.BreaksLine) || utf8.RuneCountInString(search) > maxUserSearch {
		return "", "", store.NewErrorReason(store.Invalid, "search_malformed", "search must be one line of at most 200 characters")
	}
	if digits = phoneDigits(search); digits != "" && strings.Contains(search, digits) {
		return digits, "", nil // what has the text has the digits
	}
	return search, digits, nil
}

// phoneDigits are the digits of what can only be meant as a phone, at least four.
func phoneDigits(search string) string {
	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, search)
	if len(digits) < 4 || strings.Trim(search, "+0123456789 ()-./") != "" {
		return ""
	}
	return digits
}

// UserPosition is where a page of the table ended.
type UserPosition struct {
	Sort       UserSort `json:"s"`
	Descending bool     `json:"d,omitempty"`
	Key        string   `json:"k"`
	ID         string   `json:"i"`
}

// Cursor is the position as clients pass it back.
func (p UserPosition) Cursor() string {
	raw, _ := json.Marshal(p) // a struct of texts encodes
	return base64.RawURLEncoding.EncodeToString(raw)
}

// Position reads the query's cursor; nil for "". It fails with Invalid, also for one
// of another order.
func (q UserQuery) Position() (*UserPosition, error) {
	if q.Cursor == "" {
		return nil, nil
	}
	var p UserPosition
	raw, err := base64.RawURLEncoding.DecodeString(q.Cursor)
	if err == nil {
		err = json.Unmarshal(raw, &p)
	}
	if err != nil || p.Sort != q.Sort || p.Descending != q.Descending || !store.ValidID(p.ID) || strings.ContainsRune(p.Key, 0) || p.Cursor() != q.Cursor {
		return nil, store.ErrCursor()
	}
	return &p, nil
}

// User is a row of the administrators' table.
type User struct {
	store.Member
	Merit         rank.Merit
	LastLogin     time.Time   // zero: never
	Contributed   money.Cents // what was not paid back
	Contributions int
	Erased        bool // nothing about the member can be changed any more
}

// UserPage is a page of the administrators' table.
type UserPage struct {
	Users []User
	Total int    // on all pages
	Next  string // cursor; "" at the end
}

// UserProfile is what administrators see of a member.
type UserProfile struct {
	User
	Notes           string
	NotesVersion    int64 // higher with each change of the notes; 0: there were none
	Subscribed      bool
	LastSeen        time.Time
	LastContributed time.Time
	Face            UserFace
	History         []UserContribution // the newest ones
}

// UserContribution is one contribution as administrators see it.
type UserContribution struct {
	ID        string
	Purpose   money.ContributionPurpose
	Amount    money.Cents
	Anonymous bool
	Status    string
	At        time.Time
}

// UserMessage is a message in a member's activity; Text is "" once it is deleted.
type UserMessage struct {
	ID, Room, RoomName, Kind, Text string
	At                             time.Time
}

// UserAnalytics are the counts of one member.
type UserAnalytics struct {
	Messages  map[string]int // that stand, by kind
	Recent    []UserMessage  // the newest ones
	Days      []DayCount     // the last seven days of the community's zone, oldest first
	Logins    int
	LastLogin time.Time
	Uploads   int
	CreatedAt time.Time
	Now       time.Time
}

// DayCount is how many messages a day had.
type DayCount struct {
	Day   string // YYYY-MM-DD
	Count int
}

// Total is the number of all messages.
func (a UserAnalytics) Total() int {
	total := 0
	for _, n := range a.Messages {
		total += n
	}
	return total
}

// ActivityLevel says in one word how much a member wrote in the last seven days.
func (a UserAnalytics) ActivityLevel() string {
	week := 0
	for _, d := range a.Days {
		week += d.Count
	}
	switch {
	case week >= 50:
		return "high"
	case week >= 10:
		return "medium"
	case week > 0:
		return "low"
	}
	return "inactive"
}

// AccountAge is the number of whole days since the member joined.
func (a UserAnalytics) AccountAge() int { return int(a.Now.Sub(a.CreatedAt) / (24 * time.Hour)) }

// UserEvent is one line of a member's activity log.
type UserEvent struct {
	Kind string
	Data json.RawMessage
	At   time.Time
}

// UserActivity is what a member did lately.
type UserActivity struct {
	Messages []UserMessage
	Log      []UserEvent
}

// Pages of a member's activity.
const (
	UserMessages      = 20
	UserEvents        = 50
	UserContributions = 50
	UserPreview       = 100 // characters of a message
)

// MaxNotes is the longest text of notes, in characters.
const MaxNotes = 10_000

// CheckNotes gives notes as they may be stored. It fails with Invalid.
func CheckNotes(notes string) (string, error) {
	notes = strings.ReplaceAll(notes, "\r\n", "\n")
	switch {
	case utf8.RuneCountInString(notes) > MaxNotes:
		return "", store.NewErrorReason(store.Invalid, "notes_too_long", "Notes must be 10,000 characters or less")
	case !utf8.ValidString(notes) || strings.ContainsRune(notes, 0):
		return "", store.NewErrorReason(store.Invalid, "notes_form", "These notes cannot be stored")
	}
	return strings.TrimSpace(notes), nil
}
