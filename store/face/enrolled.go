package face

import (
	"encoding/base64"
	"encoding/json"
	"strings"

	"muster/store"
	"muster/store/desk"
)

// EnrolledSort orders the viewer's list; members with the same key follow by id.
type EnrolledSort string

const (
	SortByEnrolled   EnrolledSort = "enrolledAt" // newest first
	SortByLastUsed   EnrolledSort = "lastUsed"   // latest first
	SortByName       EnrolledSort = "name"
	SortByScans      EnrolledSort = "totalScans" // most first
	SortByConfidence EnrolledSort = "confidence" // lowest first, who has none last
)

// Descending says whether the largest key comes first.
func (s EnrolledSort) Descending() bool { return s != SortByName && s != SortByConfidence }

// EnrolledQuery is a page of the viewer's list.
type EnrolledQuery struct {
	Search string // in name, username, e-mail address and phone, in any case
	Digits string // of a search for a phone that also matches; "" for none
	Sort   EnrolledSort
	Limit  int
	Cursor string // where the page before ended
}

// Check gives the query with its defaults. It fails with Invalid.
func (q EnrolledQuery) Check() (EnrolledQuery, error) {
	if q.Sort == "" {
		q.Sort = SortByEnrolled
	}
	switch q.Sort {
	case SortByEnrolled, SortByLastUsed, SortByName, SortByScans, SortByConfidence:
	default:
		return q, store.NewErrorReason(store.Invalid, "sort_unknown", "sortBy must be enrolledAt, lastUsed, name, totalScans or confidence")
	}
	q.Limit = min(max(q.Limit, 1), MostEnrolled)
	var err error
	q.Search, q.Digits, err = desk.CheckUserSearch(q.Search)
	return q, err
}

// EnrolledPosition is where a page of the list ended.
type EnrolledPosition struct {
	Sort EnrolledSort `json:"s"`
	Key  string       `json:"k"`
	ID   string       `json:"i"`
}

// Cursor is the position as clients pass it back.
func (p EnrolledPosition) Cursor() string {
	raw, _ := json.Marshal(p) // a struct of texts encodes
	return base64.RawURLEncoding.EncodeToString(raw)
}

// Position reads the query's cursor; nil for "". It fails with Invalid, also for one of
// another order.
func (q EnrolledQuery) Position() (*EnrolledPosition, error) {
	if q.Cursor == "" {
		return nil, nil
	}
	var p EnrolledPosition
	raw, err := base64.RawURLEncoding.DecodeString(q.Cursor)
	if err == nil {
		err = json.Unmarshal(raw, &p)
	}
	if err != nil || p.Sort != q.Sort || !store.ValidID(p.ID) || strings.ContainsRune(p.Key, 0) || p.Cursor() != q.Cursor {
		return nil, store.ErrCursor()
	}
	return &p, nil
}
