package campaign

import (
	"crypto/sha256"
	"encoding/json"
	"muster/store"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Status is how far a notification campaign has come.
type Status string

const (
	Scheduled  Status = "scheduled"
	Processing Status = "processing"
	Paused     Status = "paused"
	Cancelled  Status = "cancelled"
	Completed  Status = "completed"
	Failed     Status = "failed" // it could not run at all
)

// Over says that nothing more will be sent.
func (s Status) Over() bool {
	return s == Cancelled || s == Completed || s == Failed
}

// Group is who a campaign is for.
type Group string

const (
	EverybodyGroup    Group = "all"
	AdminsGroup       Group = "admins"
	GuardiansGroup    Group = "guardians"
	ActiveGroup       Group = "active"
	InactiveGroup     Group = "inactive"
	ContributorsGroup Group = "contributors"
	SpecificGroup     Group = "specific" // who is named one by one
)

// GroupInfo is a group as administrators choose it.
type GroupInfo struct {
	ID                Group
	Name, Description string
	Count             int
}

// Groups lists the groups, without their counts.
func Groups() []GroupInfo {
	return []GroupInfo{
		{ID: EverybodyGroup, Name: "All Members", Description: "Every member of the community"},
		{ID: AdminsGroup, Name: "Administrators", Description: "Members with the admin right"},
		{ID: GuardiansGroup, Name: "Guardians", Description: "Members with the Guardian rank"},
		{ID: ActiveGroup, Name: "Active Members", Description: "Seen within the last 30 days"},
		{ID: InactiveGroup, Name: "Inactive Members", Description: "Not seen for 30 days"},
		{ID: ContributorsGroup, Name: "Contributors", Description: "Members who have contributed"},
		{ID: SpecificGroup, Name: "Specific Users", Description: "Members you choose one by one"},
	}
}

// knownGroup says whether there is such a group.
func knownGroup(group Group) bool {
	return slices.ContainsFunc(Groups(), func(g GroupInfo) bool { return g.ID == group })
}

// Type is by which channels a campaign goes.
type Type string

const (
	EmailCampaign Type = "email"
	SMSCampaign   Type = "sms"
	BothCampaign  Type = "both"
)

// Channels are the channels of the type, none for an unknown one.
func (t Type) Channels() []store.Channel {
	switch t {
	case EmailCampaign:
		return []store.Channel{store.Email}
	case SMSCampaign:
		return []store.Channel{store.SMS}
	case BothCampaign:
		return []store.Channel{store.Email, store.SMS}
	}
	return nil
}

// Limits of what a campaign says, in characters.
const (
	MaxName    = 100
	MaxSubject = 200
	MaxMessage = 10_000
	MaxSMS     = 1600 // what providers take as one message in parts
	MaxWait    = 366 * 24 * time.Hour
	// MaxLate is how long after its time a campaign may still be asked for: somebody reads the
	// question before it, or a request is repeated. One for an earlier time was a slip.
	MaxLate = 10 * time.Minute
	// ChangeTime limits what changes every delivery: sending a campaign and cancelling it. It is
	// shorter than a browser waits for an answer.
	ChangeTime = 12 * time.Second
)

// NewCampaign is a campaign as an administrator composed it.
type NewCampaign struct {
	Name, Subject, Message string
	Group                  Group
	RecipientIDs           []string // of SpecificGroup
	Type                   Type
	SendAt                 time.Time // zero: at once
	Key                    string    `json:"-"` // idempotency key, "" for none

	hash []byte
}

// Check gives the campaign as it is stored, or fails with Invalid.
func (c NewCampaign) Check(now time.Time) (NewCampaign, error) {
	bad := func(reason, message string) (NewCampaign, error) {
		return c, store.NewErrorReason(store.Invalid, reason, message)
	}
	c.Name, c.Subject = strings.TrimSpace(c.Name), strings.TrimSpace(c.Subject)
	c.Message = strings.TrimSpace(strings.ReplaceAll(c.Message, "\r\n", "\n"))
	channels := c.Type.Channels()
	byMail := slices.Contains(channels, store.Email)
	if !byMail {
		c.Subject = ""
	}
	switch {
	case c.Group == "":
		return bad("group_missing", "Please select a recipient group")
	case !knownGroup(c.Group):
		return bad("group_unknown", "This recipient group is not known")
	case channels == nil:
		return bad("type_unknown", "notificationType must be email, sms or both")
	case c.Message == "":
		return bad("message_missing", "Please enter a message")
	case byMail && c.Subject == "":
		return bad("subject_missing", "Please enter a subject for email notifications")
	case c.Group == SpecificGroup && len(c.RecipientIDs) == 0:
		return bad("recipients_missing", "Please select at least one recipient")
	case utf8.RuneCountInString(c.Name) > MaxName || c.Name != "" && !store.VisibleLine(c.Name):
		return bad("name_form", "The campaign name must be one line of at most 100 characters")
	case c.Subject != "" && (utf8.RuneCountInString(c.Subject) > MaxSubject || !store.VisibleLine(c.Subject)):
		return bad("subject_form", "The subject must be one line of at most 200 characters")
	case utf8.RuneCountInString(c.Message) > MaxMessage || !plainText(c.Message):
		return bad("message_form", "The message must be text of at most 10,000 characters")
	case slices.Contains(channels, store.SMS) && utf8.RuneCountInString(c.Message) > MaxSMS:
		return bad("message_long", "A text message can have at most 1,600 characters")
	case c.SendAt.After(now.Add(MaxWait)):
		return bad("send_at", "A campaign can be scheduled for the next year at most")
	}
	raw, err := json.Marshal(c)
	if err != nil {
		return c, err
	}
	sum := sha256.Sum256(raw)
	c.hash = sum[:]
	if c.Name == "" {
		c.Name = c.Subject
	}
	if c.Name == "" {
		c.Name = "SMS " + now.UTC().Format("2006-01-02 15:04")
	}
	if c.Group != SpecificGroup {
		c.RecipientIDs = nil
	}
	return c, nil
}

// ErrTimeOver answers a campaign for a time that is over. Sent at once it could not be called back.
func ErrTimeOver() *store.Error {
	return store.NewErrorReason(store.Invalid, "send_at", "The time to send is over. Choose a later one, or none to send at once.")
}

// plainText says whether text holds no control characters but line ends and tabs.
func plainText(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return r < 0x20 && r != '\n' && r != '\t' || r == 0x7f
	})
}

// Hash identifies the content of a campaign, so that another campaign under the same
// idempotency key is noticed. It is known after Check.
func (c NewCampaign) Hash() []byte { return c.hash }

// Campaign is a campaign with its counts. Queued is what is neither sent nor over.
type Campaign struct {
	ID, Name, Subject, Message string
	Type                       Type
	Group                      Group
	Status                     Status
	Error                      string
	Total                      int // deliveries that were made
	Sent, Failed, Unknown      int
	Skipped                    int // opted out or gone before their turn, or cancelled
	CreatedBy                  string
	SendAt, CreatedAt          time.Time
	StartedAt, EndedAt         time.Time // zero: not yet
	AsOf                       store.AsOf
}

// Recipients is how many deliveries were not skipped.
func (c Campaign) Recipients() int { return c.Total - c.Skipped }

// Progress is the share of deliveries that are over, in percent; 100 only when the
// campaign has ended.
func (c Campaign) Progress() int {
	switch {
	case c.Status == Completed || c.Status == Failed || c.Status == Cancelled:
		return 100
	case c.Total == 0:
		return 0
	}
	return min(99, 100*(c.Sent+c.Failed+c.Unknown+c.Skipped)/c.Total)
}

// ProgressKind is the frame that brings a campaign's counts to administrators.
const ProgressKind = "campaign_progress"

// Progress is the value of that frame.
type Progress struct {
	CampaignID  string `json:"campaignId"`
	Status      Status `json:"status"`
	QueuedCount int    `json:"queuedCount"`
	Sent        int    `json:"sent"`
	Failed      int    `json:"failed"`
	Unknown     int    `json:"unknown"`
	Progress    int    `json:"progress"`
}

// ProgressOf is the part of a campaign that administrators receive as it runs.
func ProgressOf(c Campaign) Progress {
	return Progress{CampaignID: c.ID, Status: c.Status, QueuedCount: c.Recipients(),
		Sent: c.Sent, Failed: c.Failed, Unknown: c.Unknown, Progress: c.Progress()}
}

// ErrUnknown is the failure for a campaign that is not there.
func ErrUnknown() *store.Error {
	return store.NewErrorReason(store.NotFound, "campaign_unknown", "This campaign does not exist")
}

// Recipient is a member whom an administrator can choose.
type Recipient struct {
	ID, Name, Username string
	HasEmail, HasPhone bool
}

// Reach is how many members a group has, and how many of them each channel
// reaches.
type Reach struct{ Total, WithEmail, WithPhone int }

// Pace bounds how fast campaigns send, on all nodes together. 0 is no bound.
type Pace struct{ MailPerSecond, SMSPerSecond, MailPerDay, SMSPerDay int }

// DefaultPace is the pace without settings.
var DefaultPace = Pace{MailPerSecond: 1000, SMSPerSecond: 200, MailPerDay: 1_000_000, SMSPerDay: 100_000}

// Of is the pace of one channel.
func (p Pace) Of(channel store.Channel) (perSecond, perDay int) {
	if channel == store.SMS {
		return p.SMSPerSecond, p.SMSPerDay
	}
	return p.MailPerSecond, p.MailPerDay
}
