package body

// OK is the first field of every success reply.
type OK struct {
	Success bool `json:"success"`
}

// Done is the OK of a call that succeeded.
var Done = OK{Success: true}

// Failure is every failure reply: Message and Error are the same sentence
// (Z-19), Code is a stable machine word.
type Failure struct {
	Success bool   `json:"success"`
	Message string `json:"message"`
	Error   string `json:"error"`
	Code    string `json:"code"`
	// RetryAfter is how many seconds to wait before the same call can succeed.
	RetryAfter int `json:"retryAfter,omitempty"`
}

// Said is a success with a sentence for the person.
type Said struct {
	OK
	Message string `json:"message"`
}

// Config is what the client needs to know of this installation (Z-74).
type Config struct {
	OK
	CommunityName string   `json:"communityName"`
	CreatorName   string   `json:"creatorName"`
	SupportEmail  string   `json:"supportEmail"`
	DefaultRoom   string   `json:"defaultRoom"`
	ChatTitle     string   `json:"chatTitle"`
	GIFHosts      []string `json:"gifHosts"`
	GIFSearch     bool     `json:"gifSearch"`
	FaceEngine    string   `json:"faceEngine"`
	Version       string   `json:"version"`
	DevMode       bool     `json:"devMode"`
}

// Health is the state of this node and of what it stands on (GEN-22).
type Health struct {
	OK
	Ready    bool   `json:"ready"`
	Draining bool   `json:"draining"`
	Postgres string `json:"postgres"`        // "up" or "down"
	Redis    string `json:"redis,omitempty"` // "up", "down" or "silent"; absent on a single node
}
