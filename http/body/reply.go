package body

import "fmt"

// OK is the first field of every success reply.
type OK struct {
	Success bool `json:"success"`
}

// Done is the OK of a call that succeeded.
var Done = OK{Success: true}

// AsOf is the number at which a live list was read, as its asOf: text, of which a later one is
// greater. Texts of different logs do not compare.
func AsOf(number int64) string { return fmt.Sprintf("%019d", number) }

// Failure is every failure reply. Message and Error are the same sentence, in the language
// chosen on the device, else the member's, else the best of Accept-Language, else English;
// Code is a stable word for programs.
type Failure struct {
	Success bool   `json:"success"`
	Message string `json:"message"`
	Error   string `json:"error"`
	Code    string `json:"code"`
	// RetryAfter is the number of seconds until the same call can succeed.
	RetryAfter int `json:"retryAfter,omitempty"`
	// AlreadyCheckedIn answers a second check-in of a day.
	AlreadyCheckedIn bool `json:"alreadyCheckedIn,omitempty"`
	// ServerCost is the cost now, when a preset of it has moved.
	ServerCost *ServerCost `json:"serverCost,omitempty"`
}

// MessageReply is a success with a message for the person.
type MessageReply struct {
	OK
	Message string `json:"message"`
}

// Config is what the client needs to know about this installation.
type Config struct {
	OK
	CommunityName string   `json:"communityName"`
	CreatorName   string   `json:"creatorName"`
	SupportEmail  string   `json:"supportEmail"`
	DefaultRoom   string   `json:"defaultRoom"`
	ChatTitle     string   `json:"chatTitle"`
	GIFHosts      []string `json:"gifHosts"`
	GIFSearch     bool     `json:"gifSearch"`
	GIFService    string   `json:"gifService"` // "giphy", "sample" or "" for none
	FaceEngine    string   `json:"faceEngine"` // "embedded", "rekognition", or "off": sign-in asks for no face
	// FaceConsentVersion is of the consent that goes with an enrolment. It names the engine
	// and the two periods too, so it changes with them.
	FaceConsentVersion string `json:"faceConsentVersion"`
	FacePicturesDays   int    `json:"facePicturesDays"`  // how long pictures of checks are kept; 0: as long as the enrolment
	FaceEnrolmentDays  int    `json:"faceEnrolmentDays"` // without a sign-in, after which all of the face is deleted; 0: never
	FaceGate           bool   `json:"faceGate"`          // chat and emergency need a recognised face
	// PaymentProvider is the name of the card payments' provider, "" without one.
	PaymentProvider string `json:"paymentProvider"`
	// TestPayments says that no money moves: a banner must say so.
	TestPayments bool `json:"testPayments"`
	// Intake says who may begin an application: open, closed or invitation.
	Intake     string `json:"intake"`
	IntakeText string `json:"intakeText"` // for whoever may not begin one
	// Languages are the tags (BCP 47) of those that mails, text messages, push notifications
	// and the messages of replies speak, English first.
	Languages []string `json:"languages"`
	Version   string   `json:"version"`
	Build     string   `json:"build"` // of the client that is served, as in the header Muster-Build; "" without one
	DevMode   bool     `json:"devMode"`
}

// Health is the state of this node and of what it depends on.
type Health struct {
	OK
	Ready    bool   `json:"ready"`
	Draining bool   `json:"draining"`
	Postgres string `json:"postgres"`        // "up" or "down"
	Redis    string `json:"redis,omitempty"` // "up", "down" or "silent"; absent on a single node
}
