package body

import "time"

// OverviewUsers counts members. GrowthRate is by how many percent they are more than
// before this week; ActiveToday were seen today.
type OverviewUsers struct {
	Total       int     `json:"total"`
	GrowthRate  float64 `json:"growthRate"`
	OnlineNow   int     `json:"onlineNow"`
	ActiveToday int     `json:"activeToday"`
}

// OverviewMessages counts messages that stand. GrowthRate compares today with yesterday
// until the same time in percent; the week is today and the six days before.
type OverviewMessages struct {
	Today         int     `json:"today"`
	Yesterday     int     `json:"yesterday"`
	GrowthRate    float64 `json:"growthRate"`
	AveragePerDay float64 `json:"averagePerDay"`
	ThisWeek      int     `json:"thisWeek"`
}

// OverviewRooms counts rooms. In the active ones somebody wrote within 24 hours.
type OverviewRooms struct {
	Total  int `json:"total"`
	Active int `json:"active"`
}

// OverviewMedia counts uploads.
type OverviewMedia struct {
	UploadsToday int `json:"uploadsToday"`
}

// Overview is GET /admin/analytics/overview. Days are those of TimeZone. A growth rate
// of what was nothing is 0.
type Overview struct {
	OK
	Users    OverviewUsers    `json:"users"`
	Messages OverviewMessages `json:"messages"`
	Rooms    OverviewRooms    `json:"rooms"`
	Media    OverviewMedia    `json:"media"`
	TimeZone string           `json:"timeZone"`
}

// TopUser is one of the members who wrote most.
type TopUser struct {
	UserID       string `json:"userId"`
	Username     string `json:"username"`
	Email        string `json:"email"`
	MessageCount int    `json:"messageCount"`
}

// ChatAnalytics is GET /admin/analytics/chat: the messages that stand of a range.
// HourlyDistribution has 24 numbers, of the hours of the day; PeakHour is the hour with
// the most and their number.
type ChatAnalytics struct {
	OK
	TimeRange              string    `json:"timeRange" ts:"TimeRange"`
	HourlyDistribution     []int     `json:"hourlyDistribution"`
	PeakHour               []int     `json:"peakHour"`
	TopUsers               []TopUser `json:"topUsers"`
	TotalMessages          int       `json:"totalMessages"`
	UniqueUsers            int       `json:"uniqueUsers"`
	AverageMessagesPerUser float64   `json:"averageMessagesPerUser"`
}

// GrowthDay is how many members joined on a day, YYYY-MM-DD.
type GrowthDay struct {
	Date     string `json:"date"`
	NewUsers int    `json:"newUsers"`
}

// Growth is GET /admin/analytics/growth: the last days, oldest first.
type Growth struct {
	OK
	ChartData     []GrowthDay `json:"chartData"`
	TotalNewUsers int         `json:"totalNewUsers"`
	AveragePerDay float64     `json:"averagePerDay"`
}

// AnalyticsRow is one row that a figure counts: a message, a member, a room or an
// upload. What does not belong to its kind is null. It never has a message's text.
type AnalyticsRow struct {
	ID          string     `json:"id"`
	At          *time.Time `json:"at"`
	UserID      *string    `json:"userId"`
	Username    *string    `json:"username"`
	Email       *string    `json:"email"`
	RoomID      *string    `json:"roomId"`
	RoomName    *string    `json:"roomName"`
	RoomDeleted bool       `json:"roomDeleted"`
	Type        *string    `json:"type"`
	Messages    *int       `json:"messages"`
}

// AnalyticsRows is GET /admin/analytics/rows.
type AnalyticsRows struct {
	OK
	Rows       []AnalyticsRow `json:"rows"`
	NextCursor *string        `json:"nextCursor"`
}
