package body

// Community is what administrators decide about the community, and how mail leaves.
type Community struct {
	Name         string `json:"name"`
	SupportEmail string `json:"supportEmail"`
	Intake       string `json:"intake"`     // who may begin an application: open, closed or invitation
	IntakeText   string `json:"intakeText"` // for whoever may not begin one; "" is the usual text
	// Fixed are the settings that the operator has set: name, supportEmail, intake.
	Fixed []string `json:"fixed"`
	// IsSetUp says that an administrator has been through the first steps, or left them.
	IsSetUp    bool   `json:"isSetUp"`
	MailServer string `json:"mailServer"` // the host that takes mail; "" when it goes nowhere
	MailFrom   string `json:"mailFrom"`
	HasOutbox  bool   `json:"hasOutbox"` // what has no way out can be read at /dev/outbox
}

// CommunityReply is the settings of the community.
type CommunityReply struct {
	OK
	Community Community `json:"community"`
}

// ChangeCommunity changes what is given.
type ChangeCommunity struct {
	Name         *string `json:"name,omitempty"`
	SupportEmail *string `json:"supportEmail,omitempty"`
	Intake       *string `json:"intake,omitempty"`
	IntakeText   *string `json:"intakeText,omitempty"`
	SetUp        bool    `json:"setUp,omitempty"` // the first steps are done, or were left
}
