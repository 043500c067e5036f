package store

import (
	"crypto/sha256"
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// CampaignStatus is how far a notification campaign has come.
type CampaignStatus string

const (
	CampaignScheduled  CampaignStatus = "scheduled"
	CampaignProcessing CampaignStatus = "processing"
	CampaignPaused     CampaignStatus = "paused"
	CampaignCancelled  CampaignStatus = "cancelled"
	CampaignCompleted  CampaignStatus = "completed"
	CampaignFailed     CampaignStatus = "failed" // it could not run at all
)

// Over says that nothing more will be sent.
func (s CampaignStatus) Over() bool {
	return s == CampaignCancelled || s == CampaignCompleted || s == CampaignFailed
}

// CampaignGroup is who a campaign is for.
type CampaignGroup string

const (
	EverybodyGroup    CampaignGroup = "all"
	AdminsGroup       CampaignGroup = "admins"
	GuardiansGroup    CampaignGroup = "guardians"
	ActiveGroup       CampaignGroup = "active"
	InactiveGroup     CampaignGroup = "inactive"
	ContributorsGroup CampaignGroup = "contributors"
	SpecificGroup     CampaignGroup = "specific" // who is named one by one
)

// CampaignGroupInfo is a group as administrators choose it.
type CampaignGroupInfo struct {
	ID                CampaignGroup
	Name, Description string
	Count             int
}

// CampaignGroups lists the groups, without their counts.
func CampaignGroups() []CampaignGroupInfo {
	return []CampaignGroupInfo{
		{ID: EverybodyGroup, Name: "All Members", Description: "Every member of the community"},
		{ID: AdminsGroup, Name: "Administrators", Description: "Members with the admin right"},
		{ID: GuardiansGroup, Name: "Guardians", Description: "Members with the Guardian rank"},
		{ID: ActiveGroup, Name: "Active Members", Description: "Seen within the last 30 days"},
		{ID: InactiveGroup, Name: "Inactive Members", Description: "Not seen for 30 days"},
		{ID: ContributorsGroup, Name: "Contributors", Description: "Members who have contributed"},
		{ID: SpecificGroup, Name: "Specific Users", Description: "Members you choose one by one"},
	}
}

// KnownCampaignGroup says whether there is such a group.
func KnownCampaignGroup(group CampaignGroup) bool {
	return slices.ContainsFunc(CampaignGroups(), func(g CampaignGroupInfo) bool { return g.ID == group })
}

// CampaignType is by which channels a campaign goes.
type CampaignType string

const (
	EmailCampaign CampaignType = "email"
	SMSCampaign   CampaignType = "sms"
	BothCampaign  CampaignType = "both"
)

// Channels are the channels of the type, none for an unknown one.
func (t CampaignType) Channels() []Channel {
	switch t {
	case EmailCampaign:
		return []Channel{Email}
	case SMSCampaign:
		return []Channel{SMS}
	case BothCampaign:
		return []Channel{Email, SMS}
	}
	return nil
}

// Limits of what a campaign says, in characters.
const (
	MaxCampaignName    = 100
	MaxCampaignSubject = 200
	MaxCampaignMessage = 10_000
	MaxCampaignSMS     = 1600 // what providers take as one message in parts
	MaxCampaignWait    = 366 * 24 * time.Hour
)

// NewCampaign is a campaign as an administrator composed it.
type NewCampaign struct {
	Name, Subject, Message string
	Group                  CampaignGroup
	RecipientIDs           []string // of SpecificGroup
	Type                   CampaignType
	SendAt                 time.Time // zero: at once
	Key                    string    `json:"-"` // idempotency key, "" for none

	hash []byte
}

// Check gives the campaign as it is stored, or fails with Invalid.
func (c NewCampaign) Check(now time.Time) (NewCampaign, error) {
	bad := func(reason, message string) (NewCampaign, error) { return c, NewErrorReason(Invalid, reason, message) }
	c.Name, c.Subject = strings.TrimSpace(c.Name), strings.TrimSpace(c.Subject)
	c.Message = strings.TrimSpace(strings.ReplaceAll(c.Message, "\r\n", "\n"))
	channels := c.Type.Channels()
	byMail := slices.Contains(channels, Email)
	if !byMail {
		c.Subject = ""
	}
	switch {
	case c.Group == "":
		return bad("group_missing", "Please select a recipient group")
	case !KnownCampaignGroup(c.Group):
		return bad("group_unknown", "This recipient group is not known")
	case channels == nil:
		return bad("type_unknown", "notificationType must be email, sms or both")
	case c.Message == "":
		return bad("message_missing", "Please enter a message")
	case byMail && c.Subject == "":
		return bad("subject_missing", "Please enter a subject for email notifications")
	case c.Group == SpecificGroup && len(c.RecipientIDs) == 0:
		return bad("recipients_missing", "Please select at least one recipient")
	case utf8.RuneCountInString(c.Name) > MaxCampaignName || c.Name != "" && !VisibleLine(c.Name):
		return bad("name_form", "The campaign name must be one line of at most 100 characters")
	case c.Subject != "" && (utf8.RuneCountInString(c.Subject) > MaxCampaignSubject || !VisibleLine(c.Subject)):
		return bad("subject_form", "The subject must be one line of at most 200 characters")
	case utf8.RuneCountInString(c.Message) > MaxCampaignMessage || !plainText(c.Message):
		return bad("message_form", "The message must be text of at most 10,000 characters")
	case slices.Contains(channels, SMS) && utf8.RuneCountInString(c.Message) > MaxCampaignSMS:
		return bad("message_long", "A text message can have at most 1,600 characters")
	case c.SendAt.After(now.Add(MaxCampaignWait)):
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
	Type                       CampaignType
	Group                      CampaignGroup
	Status                     CampaignStatus
	Error                      string
	Total                      int // deliveries that were made
	Sent, Failed, Unknown      int
	Skipped                    int // opted out or gone before their turn, or cancelled
	CreatedBy                  string
	SendAt, CreatedAt          time.Time
	StartedAt, EndedAt         time.Time // zero: not yet
	AsOf                       AsOf
}

// Recipients is how many deliveries were not skipped.
func (c Campaign) Recipients() int { return c.Total - c.Skipped }

// Progress is the share of deliveries that are over, in percent; 100 only when the
// campaign has ended.
func (c Campaign) Progress() int {
	switch {
	case c.Status == CampaignCompleted || c.Status == CampaignFailed || c.Status == CampaignCancelled:
		return 100
	case c.Total == 0:
		return 0
	}
	return min(99, 100*(c.Sent+c.Failed+c.Unknown+c.Skipped)/c.Total)
}

// CampaignProgressKind is the frame that brings a campaign's counts to administrators.
const CampaignProgressKind = "campaign_progress"

// CampaignProgress is the value of that frame.
type CampaignProgress struct {
	CampaignID  string         `json:"campaignId"`
	Status      CampaignStatus `json:"status"`
	QueuedCount int            `json:"queuedCount"`
	Sent        int            `json:"sent"`
	Failed      int            `json:"failed"`
	Unknown     int            `json:"unknown"`
	Progress    int            `json:"progress"`
}

// ProgressOf is the part of a campaign that administrators receive as it runs.
func ProgressOf(c Campaign) CampaignProgress {
	return CampaignProgress{CampaignID: c.ID, Status: c.Status, QueuedCount: c.Recipients(),
		Sent: c.Sent, Failed: c.Failed, Unknown: c.Unknown, Progress: c.Progress()}
}

// ErrCampaignUnknown is the failure for a campaign that is not there.
func ErrCampaignUnknown() *Error {
	return NewErrorReason(NotFound, "campaign_unknown", "This campaign does not exist")
}

// CampaignRecipient is a member whom an administrator can choose.
type CampaignRecipient struct {
	ID, Name, Username string
	HasEmail, HasPhone bool
}

// CampaignReach is how many members a group has, and how many of them each channel
// reaches.
type CampaignReach struct{ Total, WithEmail, WithPhone int }

// CampaignPace bounds how fast campaigns send, on all nodes together. 0 is no bound.
type CampaignPace struct{ MailPerSecond, SMSPerSecond, MailPerDay, SMSPerDay int }

// DefaultCampaignPace is the pace without settings.
var DefaultCampaignPace = CampaignPace{MailPerSecond: 1000, SMSPerSecond: 200, MailPerDay: 1_000_000, SMSPerDay: 100_000}

// Of is the pace of one channel.
func (p CampaignPace) Of(channel Channel) (perSecond, perDay int) {
	if channel == SMS {
		return p.SMSPerSecond, p.SMSPerDay
	}
	return p.MailPerSecond, p.MailPerDay
}
