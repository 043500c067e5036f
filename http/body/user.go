package body

import "time"

// UserRow is a row of the administrators' table. IsOnline says that the member is in
// chat now; LastLogin is null for somebody who never signed in; nothing about a member who
// IsErased can be changed.
type UserRow struct {
	ID                    string     `json:"id"`
	Name                  string     `json:"name"`
	Email                 *string    `json:"email"`
	Phone                 *string    `json:"phone"`
	Username              *string    `json:"username"`
	Rank                  string     `json:"rank"`
	Points                int        `json:"points"`
	IsAdmin               bool       `json:"is_admin"`
	IsGuardian            bool       `json:"is_guardian"`
	FaceRecognitionStatus string     `json:"face_recognition_status"`
	IsOnline              bool       `json:"is_online"`
	LastLogin             *time.Time `json:"last_login"`
	CreatedAt             time.Time  `json:"created_at"`
	TotalContributed      float64    `json:"total_contributed"`
	ContributionCount     int        `json:"contribution_count"`
	ChatAccessEnabled     bool       `json:"chat_access_enabled"`
	ChatBannedUntil       *time.Time `json:"chat_banned_until"`
	IsErased              bool       `json:"is_erased"`
	SignInDisabled        bool       `json:"sign_in_disabled"` // the acceptance was withdrawn
}

// Users lists members.
type Users struct {
	OK
	Users      []UserRow `json:"users"`
	NextCursor *string   `json:"nextCursor"`
}

// Pagination says how many pages and rows there are.
type Pagination struct {
	TotalPages int `json:"totalPages"`
	Total      int `json:"total"`
}

// UserPage is a page of the administrators' table. NextCursor begins the next page
// after the last row of this one, whoever joined or left meanwhile.
type UserPage struct {
	OK
	Users      []UserRow  `json:"users"`
	Pagination Pagination `json:"pagination"`
	NextCursor *string    `json:"nextCursor"`
}

// UserContribution is one contribution of a member.
type UserContribution struct {
	ID        string    `json:"id"`
	Purpose   string    `json:"purpose"`
	Amount    float64   `json:"amount"`
	Anonymous bool      `json:"anonymous"`
	Status    string    `json:"status" ts:"ContributionStatus"`
	At        time.Time `json:"at"`
}

// UserProfile is what administrators see of a member. ChatBannedUntil may be in the
// past. FaceRequired has an effect only where faceEngine of GET /config is not off.
type UserProfile struct {
	ID                        string             `json:"id"`
	Name                      string             `json:"name"`
	Email                     *string            `json:"email"`
	Phone                     *string            `json:"phone"`
	Username                  *string            `json:"username"`
	Rank                      string             `json:"rank"`
	Points                    int                `json:"points"`
	HonoraryRank              *string            `json:"honorary_rank"`
	MemberSince               time.Time          `json:"member_since"`
	CreatedAt                 time.Time          `json:"created_at"`
	LastLogin                 *time.Time         `json:"last_login"`
	LastSeen                  *time.Time         `json:"last_seen"`
	IsOnline                  bool               `json:"is_online"`
	IsAdmin                   bool               `json:"is_admin"`
	IsCreator                 bool               `json:"is_creator"`
	IsGuardian                bool               `json:"is_guardian"`
	IsErased                  bool               `json:"is_erased"`
	SignInDisabled            bool               `json:"sign_in_disabled"` // the acceptance was withdrawn
	ChatAccessEnabled         bool               `json:"chat_access_enabled"`
	ChatBannedUntil           *time.Time         `json:"chat_banned_until"`
	ChatSubscriptionActive    bool               `json:"chat_subscription_active"`
	TotalContributed          float64            `json:"total_contributed"`
	ContributionCount         int                `json:"contribution_count"`
	LastContributedAt         *time.Time         `json:"last_contributed_at"`
	Contributions             []UserContribution `json:"contributions"`
	Notes                     string             `json:"notes"`
	NotesVersion              int64              `json:"notes_version"`
	FaceRecognitionStatus     string             `json:"face_recognition_status"`
	FaceScanCount             int                `json:"face_scan_count"`
	FaceEnrollmentDate        *time.Time         `json:"face_enrollment_date"`
	LastFaceScan              *time.Time         `json:"last_face_scan"`
	FaceVerificationSkipCount int                `json:"face_verification_skip_count"`
	FaceFailedAttempts        int                `json:"face_failed_attempts"`
	FaceRequired              bool               `json:"face_required"`
}

// UserProfileReply is the reply to GET /admin/users/{id}/profile and to the changes of
// notes, subscription and face check, with the profile as it is now.
type UserProfileReply struct {
	OK
	Profile UserProfile `json:"profile"`
}

// UserMessage is a message of a member, at most 100 characters of it; Message is ""
// once it is deleted.
type UserMessage struct {
	ID          string    `json:"id"`
	RoomID      string    `json:"room_id"`
	RoomName    string    `json:"room_name"`
	MessageType string    `json:"message_type" ts:"MessageKind"`
	Message     string    `json:"message"`
	CreatedAt   time.Time `json:"created_at"`
}

// UserMessageStats counts the messages of a member that stand.
type UserMessageStats struct {
	Total  int            `json:"total"`
	ByType map[string]int `json:"byType"`
	Recent []UserMessage  `json:"recent"`
}

// UserLoginStats counts the sign-ins of a member.
type UserLoginStats struct {
	TotalLogins int        `json:"totalLogins"`
	LastLogin   *time.Time `json:"lastLogin"`
}

// UserMediaStats counts the uploads of a member.
type UserMediaStats struct {
	TotalUploads int `json:"totalUploads"`
}

// UserDay is how many messages a member sent on a day, YYYY-MM-DD.
type UserDay struct {
	Date         string `json:"date"`
	MessagesSent int    `json:"messages_sent"`
}

// UserChatStats has the last seven days, oldest first.
type UserChatStats struct {
	DailyActivity []UserDay `json:"dailyActivity"`
}

// UserAnalytics are the counts of one member. ActivityLevel is high, medium, low or
// inactive by the messages of seven days; AccountAge is in days.
type UserAnalytics struct {
	OK
	MessageStats  UserMessageStats `json:"messageStats"`
	ActivityLevel string           `json:"activityLevel"`
	AccountAge    int              `json:"accountAge"`
	LoginStats    UserLoginStats   `json:"loginStats"`
	MediaStats    UserMediaStats   `json:"mediaStats"`
	ChatStats     UserChatStats    `json:"chatStats"`
}

// UserEvent is one line of a member's activity log.
type UserEvent struct {
	EventType string    `json:"event_type"`
	EventData any       `json:"event_data"`
	CreatedAt time.Time `json:"created_at"`
}

// UserActivity is what a member did lately, newest first.
type UserActivity struct {
	OK
	RecentMessages []UserMessage `json:"recentMessages"`
	ActivityLog    []UserEvent   `json:"activityLog"`
}

// AccessRoom is the room of an access entry.
type AccessRoom struct {
	Name        string `json:"name"`
	DisplayName string `json:"display_name"`
}

// UserRoomAccess is one room that was opened to a member. ID is the room's.
type UserRoomAccess struct {
	ID          string     `json:"id"`
	AccessLevel string     `json:"access_level" ts:"RoomRole"`
	GrantedAt   time.Time  `json:"granted_at"`
	ChatRooms   AccessRoom `json:"chat_rooms"`
}

// UserAccess lists the rooms that were opened to a member.
type UserAccess struct {
	OK
	Access []UserRoomAccess `json:"access"`
}

// UserSession is one signed-in browser of a member.
type UserSession struct {
	ID         string    `json:"id"`
	Device     string    `json:"device"`
	Address    string    `json:"address"`
	CreatedAt  time.Time `json:"createdAt"`
	LastSeenAt time.Time `json:"lastSeenAt"`
}

// UserSessions lists the signed-in browsers of a member.
type UserSessions struct {
	OK
	Sessions []UserSession `json:"sessions"`
}

// SessionsEnded says how many sessions were ended.
type SessionsEnded struct {
	OK
	Ended int `json:"ended"`
}

// ChangeNotes replaces the notes of a member.
type ChangeNotes struct {
	Notes   *string `json:"notes"`
	Version *int64  `json:"version,omitempty"` // of the notes that were looked at
}

// ChangeSubscription switches a member's chat subscription.
type ChangeSubscription struct {
	Active *bool `json:"active"`
}
