package body

import "time"

// CampaignGroupRow is a group of recipients.
type CampaignGroupRow struct {
	ID          string `json:"id" ts:"CampaignGroup"`
	Name        string `json:"name"`
	Count       int    `json:"count"`
	Description string `json:"description"`
}

// CampaignGroups lists the groups. Email and SMS say by which channels this
// installation can send; Outbox says that everything goes to a development outbox.
type CampaignGroups struct {
	OK
	Groups []CampaignGroupRow `json:"groups"`
	Email  bool               `json:"email"`
	SMS    bool               `json:"sms"`
	Outbox bool               `json:"outbox"`
}

// CampaignReach is how many members of a group each channel reaches.
type CampaignReach struct {
	OK
	Total     int `json:"total"`
	WithEmail int `json:"withEmail"`
	WithPhone int `json:"withPhone"`
}

// CampaignRecipient is a member who can be chosen.
type CampaignRecipient struct {
	ID       string  `json:"id"`
	Name     string  `json:"name"`
	Username *string `json:"username"`
	HasEmail bool    `json:"hasEmail"`
	HasPhone bool    `json:"hasPhone"`
}

// CampaignRecipients lists members who were found.
type CampaignRecipients struct {
	OK
	Users []CampaignRecipient `json:"users"`
}

// SendCampaign sends a campaign, at once or at SendAt.
type SendCampaign struct {
	CampaignName     string     `json:"campaignName,omitempty"`
	RecipientGroup   string     `json:"recipientGroup"`
	RecipientIDs     []string   `json:"recipientIds,omitempty"`
	NotificationType string     `json:"notificationType"`
	Subject          string     `json:"subject,omitempty"`
	Message          string     `json:"message"`
	SendAt           *time.Time `json:"sendAt,omitempty"`
}

// Campaign is a campaign with its counts. FailureCount counts everything that is not
// known to have been sent, UnknownCount the part of it that may have arrived.
type Campaign struct {
	ID               string     `json:"id"`
	Name             string     `json:"name"`
	NotificationType string     `json:"notification_type" ts:"CampaignType"`
	RecipientGroup   string     `json:"recipient_group" ts:"CampaignGroup"`
	Status           string     `json:"status" ts:"CampaignStatus"`
	Subject          string     `json:"subject"`
	Message          string     `json:"message"`
	RecipientCount   int        `json:"recipient_count"`
	SuccessCount     int        `json:"success_count"`
	FailureCount     int        `json:"failure_count"`
	UnknownCount     int        `json:"unknown_count"`
	SkippedCount     int        `json:"skipped_count"`
	ErrorMessage     *string    `json:"error_message"`
	CreatedAt        time.Time  `json:"created_at"`
	SendAt           time.Time  `json:"send_at"`
	EndedAt          *time.Time `json:"ended_at"`
	// AsOf is the position of the broadcasts at which it was read.
	AsOf string `json:"asOf"`
}

// CampaignSent is the reply to SendCampaign.
type CampaignSent struct {
	OK
	Message     string   `json:"message"`
	Campaign    Campaign `json:"campaign"`
	QueuedCount int      `json:"queuedCount"`
}

// CampaignStats are the counts of deliveries that are over.
type CampaignStats struct {
	Sent    int `json:"sent"`
	Failed  int `json:"failed"`
	Unknown int `json:"unknown"`
	Skipped int `json:"skipped"`
}

// CampaignState is how far a campaign is.
type CampaignState struct {
	OK
	Campaign    Campaign      `json:"campaign"`
	Stats       CampaignStats `json:"stats"`
	QueuedCount int           `json:"queuedCount"`
	Progress    int           `json:"progress"` // percent
}

// Campaigns is one page of campaigns, newest first.
type Campaigns struct {
	OK
	Campaigns  []Campaign `json:"campaigns"`
	NextCursor *string    `json:"nextCursor"`
}

// CampaignDelivery is what became of one message.
type CampaignDelivery struct {
	UserID  string  `json:"userId"`
	Name    string  `json:"name"`
	Channel string  `json:"channel" ts:"Channel"`
	Status  string  `json:"status" ts:"DeliveryStatus"`
	Error   *string `json:"error"`
}

// CampaignDeliveries is one page of deliveries.
type CampaignDeliveries struct {
	OK
	Deliveries []CampaignDelivery `json:"deliveries"`
	NextCursor *string            `json:"nextCursor"`
}

// TestNotification sends one message to the asking administrator.
type TestNotification struct {
	Type    string `json:"type"`
	Subject string `json:"subject,omitempty"`
	Message string `json:"message,omitempty"`
}

// AnnouncementSettings say by which channels a member gets campaigns.
type AnnouncementSettings struct {
	Email bool `json:"email"`
	SMS   bool `json:"sms"`
}

// ChangeAnnouncements names the channels that change.
type ChangeAnnouncements struct {
	Email *bool `json:"email,omitempty"`
	SMS   *bool `json:"sms,omitempty"`
}

// AnnouncementSettingsReply is the reply with a member's choice.
type AnnouncementSettingsReply struct {
	OK
	Settings AnnouncementSettings `json:"settings"`
}
