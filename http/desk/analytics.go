package desk

import (
	"context"
	"strconv"
	"strings"
	"time"

	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/desk"
)

// overview replies with the counts of the whole community.
func (h *calls) overview(c edge.Call) (any, error) {
	o, err := edge.Share(c, "overview", h.AnalyticsAge, h.Desk.Overview)
	if err != nil {
		return nil, err
	}
	return body.Overview{
		OK: body.Done,
		Users: body.OverviewUsers{
			Total: o.Members, GrowthRate: desk.GrowthRate(o.MembersWeekAgo, o.Members), OnlineNow: h.Hub.OnlineCount(), ActiveToday: o.ActiveToday,
		},
		Messages: body.OverviewMessages{
			Today: o.MessagesToday, Yesterday: o.MessagesYesterday, GrowthRate: desk.GrowthRate(o.MessagesYesterday, o.MessagesToday),
			AveragePerDay: desk.Average(o.MessagesWeek, desk.LastWeek.Days()), ThisWeek: o.MessagesWeek,
		},
		Rooms: body.OverviewRooms{Total: o.Rooms, Active: o.ActiveRooms}, Media: body.OverviewMedia{UploadsToday: o.UploadsToday},
		TimeZone: h.DB.Zone().String(),
	}, nil
}

// shownRows is the audit log's record of rows that name members.
type shownRows struct {
	Figure desk.Figure    `json:"figure"`
	Range  desk.TimeRange `json:"timeRange,omitempty"`
	Member string         `json:"member,omitempty"`
}

// chatAnalytics replies with who wrote how much in a range, and when.
func (h *calls) chatAnalytics(c edge.Call) (any, error) {
	within, err := desk.TimeRange(c.Query("timeRange")).Check()
	if err != nil {
		return nil, err
	}
	a, err := edge.Share(c, "chat "+string(within), h.AnalyticsAge, func(ctx context.Context) (desk.ChatAnalytics, error) {
		return h.Desk.ChatAnalytics(ctx, within)
	})
	if err != nil {
		return nil, err
	}
	c.Shown(shownRows{Figure: "top_users", Range: within})
	hour, most := a.Peak()
	reply := body.ChatAnalytics{
		OK: body.Done, TimeRange: string(within), HourlyDistribution: a.Hours[:], PeakHour: []int{hour, most}, TopUsers: make([]body.TopUser, 0, len(a.Top)),
		TotalMessages: a.Total(), UniqueUsers: a.Senders, AverageMessagesPerUser: desk.Average(a.Total(), a.Senders),
	}
	for _, one := range a.Top {
		reply.TopUsers = append(reply.TopUsers, body.TopUser{UserID: one.ID, Username: one.Username, Email: one.Email, MessageCount: one.Messages})
	}
	return reply, nil
}

// growthDays is how many days the growth has without a number.
const growthDays = 7

// growth replies with how many members joined on each of the last days.
func (h *calls) growth(c edge.Call) (any, error) {
	n, err := c.QueryNumber("days", growthDays)
	if err == nil {
		err = desk.CheckGrowthDays(n)
	}
	if err != nil {
		return nil, err
	}
	days, err := edge.Share(c, "growth "+strconv.Itoa(n), h.AnalyticsAge, func(ctx context.Context) ([]desk.DayCount, error) {
		return h.Desk.Growth(ctx, n)
	})
	if err != nil {
		return nil, err
	}
	reply := body.Growth{OK: body.Done, ChartData: make([]body.GrowthDay, 0, len(days))}
	for _, d := range days {
		reply.ChartData = append(reply.ChartData, body.GrowthDay{Date: d.Day, NewUsers: d.Count})
		reply.TotalNewUsers += d.Count
	}
	reply.AveragePerDay = desk.Average(reply.TotalNewUsers, n)
	return reply, nil
}

// figureQuery reads which rows are asked for. It fails with Invalid.
func figureQuery(c edge.Call, limit int) (desk.FigureQuery, error) {
	q := desk.FigureQuery{
		Figure: desk.Figure(c.Query("figure")), Range: desk.TimeRange(c.Query("timeRange")), Member: strings.ToLower(c.Query("userId")), Cursor: c.Query("cursor"),
	}
	var err error
	if q.Hour, err = c.QueryNumber("hour", -1); err != nil {
		return q, err
	}
	if c.Query("hour") != "" && q.Hour < 0 {
		q.Hour = -2 // none
	}
	if q.Days, err = c.QueryNumber("days", growthDays); err != nil {
		return q, err
	}
	if q.Limit, err = c.QueryNumber("limit", limit); err != nil {
		return q, err
	}
	if raw := c.Query("date"); raw != "" {
		day, err := store.ParseDay(raw)
		if err != nil {
			return q, store.NewErrorReason(store.Invalid, "date_invalid", "date must be a day, YYYY-MM-DD")
		}
		q.Day = &day
	}
	return q.Check()
}

// analyticsRows replies with a page of the rows that a figure counts.
func (h *calls) analyticsRows(c edge.Call) (any, error) {
	q, err := figureQuery(c, desk.FigurePage)
	if err != nil {
		return nil, err
	}
	rows, next, err := h.Desk.FigureRows(c.Context(), q)
	if err != nil {
		return nil, err
	}
	c.Shown(shownRows{Figure: q.Figure, Range: q.Range, Member: q.Member})
	reply := body.AnalyticsRows{OK: body.Done, Rows: make([]body.AnalyticsRow, 0, len(rows)), NextCursor: edge.OrNull(next)}
	for _, row := range rows {
		one := body.AnalyticsRow{
			ID: row.ID, UserID: edge.OrNull(row.MemberID), Username: edge.OrNull(row.Username), Email: edge.OrNull(row.Email),
			RoomID: edge.OrNull(row.Room), RoomName: edge.OrNull(row.RoomName), RoomDeleted: row.RoomDeleted && row.Room != "", Type: edge.OrNull(row.Kind),
		}
		if q.Figure == desk.FigureSenders {
			one.Messages = &row.Messages
		} else {
			one.At = &row.At
		}
		reply.Rows = append(reply.Rows, one)
	}
	return reply, nil
}

// exportAnalytics sends all rows that a figure counts as CSV. The export stands in the
// audit log.
func (h *calls) exportAnalytics(c edge.Call) (any, error) {
	q, err := figureQuery(c, desk.MostFigurePage)
	if err != nil {
		return nil, err
	}
	q.Limit = desk.MostFigurePage
	ctx := c.Context()
	if err := h.DB.AdminService(c.Caller()).Record(ctx, store.AuditRecord{
		Action: "analytics_exported", Subject: "analytics", After: shownRows{Figure: q.Figure, Range: q.Range, Member: q.Member},
	}); err != nil {
		return nil, err
	}
	header := []string{"id", "at", "user id", "username", "email", "room id", "room", "type", "messages"}
	return &edge.CSV{Name: string(q.Figure) + ".csv", Header: header, Rows: func(write func(...string) error) error {
		for {
			page, next, err := h.Desk.FigureRows(ctx, q)
			if err != nil {
				return err
			}
			for _, row := range page {
				at, messages := row.At.UTC().Format(time.RFC3339Nano), ""
				if q.Figure == desk.FigureSenders {
					at, messages = "", strconv.Itoa(row.Messages)
				}
				if err := write(row.ID, at, row.MemberID, row.Username, row.Email, row.Room, row.RoomName, row.Kind, messages); err != nil {
					return err
				}
			}
			if next == "" {
				return nil
			}
			q.Cursor = next
		}
	}}, nil
}
