package desk

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"muster/store"
	"time"
)

// TimeRange is the time that chat analytics are of. It ends now.
type TimeRange string

const (
	LastHour  TimeRange = "hour"  // sixty minutes
	Today     TimeRange = "day"   // since midnight
	LastWeek  TimeRange = "week"  // today and the six days before
	LastMonth TimeRange = "month" // today and the 29 days before
)

// Days is how many days of the community a range has; 0 for the hour.
func (r TimeRange) Days() int { return map[TimeRange]int{Today: 1, LastWeek: 7, LastMonth: 30}[r] }

// Check gives the range, for "" that of today. It fails with Invalid.
func (r TimeRange) Check() (TimeRange, error) {
	switch r {
	case "":
		return Today, nil
	case LastHour, Today, LastWeek, LastMonth:
		return r, nil
	}
	return r, store.NewErrorReason(store.Invalid, "range_unknown", "timeRange must be hour, day, week or month")
}

// Since is when a range that ends at now began.
func (r TimeRange) Since(now time.Time, zone *time.Location) time.Time {
	if r == LastHour {
		return now.Add(-time.Hour)
	}
	return store.DayOf(now, zone).Add(1 - r.Days()).Start(zone)
}

// RoomActiveWithin is how long a room counts as active after a message.
const RoomActiveWithin = 24 * time.Hour

// Overview holds the counts of the whole community. Days are those of its zone.
type Overview struct {
	Members, MembersWeekAgo int // who are not erased
	ActiveToday             int // members who were seen today
	MessagesToday           int
	MessagesYesterday       int // as long after midnight as it is now
	MessagesWeek            int // today and the six days before
	Rooms, ActiveRooms      int // active: somebody wrote in it within RoomActiveWithin
	UploadsToday            int
}

// GrowthRate is by how many percent a figure has grown, with one decimal; 0 where
// there was nothing before.
func GrowthRate(before, now int) float64 {
	if before <= 0 {
		return 0
	}
	return math.Round(float64(now-before)/float64(before)*1000) / 10
}

// Average is a sum divided by a number, with two decimals; 0 for a number of 0.
func Average(sum, number int) float64 {
	if number <= 0 {
		return 0
	}
	return math.Round(float64(sum)/float64(number)*100) / 100
}

// ChatAnalytics are the messages of a range that are not deleted.
type ChatAnalytics struct {
	Hours   [24]int // by the hour of the day
	Senders int
	Top     []SenderCount
}

// TopSenders is how many members ChatAnalytics names.
const TopSenders = 5

// SenderCount is how many messages a member has sent.
type SenderCount struct {
	ID, Username, Email string
	Messages            int
}

// Total is the number of all messages.
func (a ChatAnalytics) Total() int {
	total := 0
	for _, n := range a.Hours {
		total += n
	}
	return total
}

// Peak is the hour with the most messages, the first of several, and their number.
func (a ChatAnalytics) Peak() (hour, messages int) {
	for h, n := range a.Hours {
		if n > messages {
			hour, messages = h, n
		}
	}
	return hour, messages
}

// MostGrowthDays bounds the days of the growth.
const MostGrowthDays = 365

// CheckGrowthDays fails with Invalid for a number of days that the growth does not have.
func CheckGrowthDays(days int) error {
	if days < 1 || days > MostGrowthDays {
		return store.NewErrorReason(store.Invalid, "days_invalid", "days must be a number from 1 to 365")
	}
	return nil
}

// Figure names the rows that a figure counts.
type Figure string

const (
	FigureMessages    Figure = "messages"     // of a range, without the deleted ones
	FigureSenders     Figure = "senders"      // who sent them, and how many
	FigureMembers     Figure = "members"      // all members
	FigureJoined      Figure = "joined"       // members who joined on a day, or within the last days
	FigureActive      Figure = "active"       // members seen today, and when first
	FigureRooms       Figure = "rooms"        // all rooms
	FigureActiveRooms Figure = "active_rooms" // in which somebody wrote within RoomActiveWithin
	FigureUploads     Figure = "uploads"      // files uploaded today
)

// Pages of the rows that a figure counts.
const (
	FigurePage     = 50
	MostFigurePage = 1000
)

// FigureQuery asks for a page of the rows that a figure counts.
type FigureQuery struct {
	Figure Figure
	Range  TimeRange  // of messages and senders
	Hour   int        // of messages: that hour of the day; -1: all
	Member string     // of messages: their sender; "": all
	Day    *store.Day // of joined: that day; nil: the last Days
	Days   int
	Limit  int
	Cursor string
}

// Check gives the query with its defaults. It fails with Invalid.
func (q FigureQuery) Check() (FigureQuery, error) {
	switch q.Figure {
	case FigureMessages, FigureSenders, FigureMembers, FigureJoined, FigureActive, FigureRooms, FigureActiveRooms, FigureUploads:
	default:
		return q, store.NewErrorReason(store.Invalid, "figure_unknown", "figure must be messages, senders, members, joined, active, rooms, active_rooms or uploads")
	}
	var err error
	if q.Range, err = q.Range.Check(); err != nil {
		return q, err
	}
	if q.Hour < -1 || q.Hour > 23 {
		return q, store.NewErrorReason(store.Invalid, "hour_invalid", "hour must be a number from 0 to 23")
	}
	if q.Member != "" && !store.ValidID(q.Member) {
		return q, store.NewErrorReason(store.Invalid, "member_invalid", "userId is not valid")
	}
	if err := CheckGrowthDays(q.Days); err != nil {
		return q, err
	}
	q.Limit = min(max(q.Limit, 1), MostFigurePage)
	return q, nil
}

// FigurePosition is where a page of rows ended: by time or by number, and id.
type FigurePosition struct {
	Figure Figure    `json:"f"`
	At     time.Time `json:"t,omitzero"`
	Count  int       `json:"n,omitempty"`
	ID     string    `json:"i"`
}

// Cursor is the position as clients pass it back.
func (p FigurePosition) Cursor() string {
	raw, _ := json.Marshal(p) // a struct of texts, a time and a number encodes
	return base64.RawURLEncoding.EncodeToString(raw)
}

// Position reads the query's cursor; nil for "". It fails with Invalid, also for one
// of another figure.
func (q FigureQuery) Position() (*FigurePosition, error) {
	if q.Cursor == "" {
		return nil, nil
	}
	var p FigurePosition
	raw, err := base64.RawURLEncoding.DecodeString(q.Cursor)
	if err == nil {
		err = json.Unmarshal(raw, &p)
	}
	known := store.ValidID(p.ID)
	if q.Figure == FigureRooms || q.Figure == FigureActiveRooms {
		known = store.ValidRoomID(p.ID)
	}
	if err != nil || p.Figure != q.Figure || !known || p.At.Year() < 0 || p.At.Year() > 9999 || p.Cursor() != q.Cursor {
		return nil, store.ErrCursor()
	}
	return &p, nil
}

// FigureRow is one row that a figure counts: a message, a member, a room or an upload.
// Fields that do not belong to its kind are empty. It never holds a text of a message.
type FigureRow struct {
	ID, MemberID, Username, Email string
	Room, RoomName                string
	RoomDeleted                   bool
	Kind                          string // of the message or the upload
	Messages                      int    // of the sender or the room
	At                            time.Time
}
