package http

import (
	"encoding/csv"
	"fmt"
	"strings"
	"testing"
	"time"

	"muster/store/roomlog"
)

// The counts have the documented fields, agree with each other and open the rows that
// they count; other ranges are refused.
func TestAnalyticsCalls_ANLY1to3(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	chief, _ := s.signedInAdmin("chief")
	ann, member, session := s.signedInMember("ann")
	const base = "/api/admin/analytics/"
	empty := chief.get(base+"chat?timeRange=hour").want(t, 200)
	wantTop(t, empty, fields{"totalMessages": 0.0, "uniqueUsers": 0.0, "averageMessagesPerUser": 0.0})
	if fmt.Sprint(empty.body["peakHour"], empty.body["topUsers"]) != "[0 0] []" {
		t.Errorf("%s", empty.raw)
	}
	var ids []string
	for i := range 3 {
		id := fmt.Sprintf("00000000-0000-7000-8000-00000000000%d", i+1)
		ids = append(ids, id)
		results, err := s.Append(t.Context(), []roomlog.Command{{Kind: roomlog.MessageSent, Room: "general", Member: member.ID, Session: session,
			MessageID: id, Draft: roomlog.Draft{Kind: roomlog.TextMessage, Text: "a secret text"}}})
		s.must(err)
		s.must(results[0].Err)
	}
	if _, err := s.Append(t.Context(), []roomlog.Command{{Kind: roomlog.MessageDeleted, Room: "general", Member: member.ID, Session: session, MessageID: ids[2]}}); err != nil {
		t.Fatal(err)
	}
	o := chief.get(base+"overview").want(t, 200)
	o.wantFields(t, "users", fields{"total": 2.0, "onlineNow": 3.0, "growthRate": 0.0})
	o.wantFields(t, "messages", fields{"today": 2.0, "thisWeek": 2.0, "growthRate": 0.0, "averagePerDay": 0.29, "yesterday": 0.0})
	o.wantFields(t, "rooms", fields{"total": 1.0, "active": 1.0})
	o.wantFields(t, "media", fields{"uploadsToday": 0.0})
	for _, within := range []string{"hour", "day", "week", "month"} {
		a := chief.get(base+"chat?timeRange="+within).want(t, 200)
		wantTop(t, a, fields{"totalMessages": 2.0, "uniqueUsers": 1.0, "averageMessagesPerUser": 2.0, "timeRange": within})
		hours, sum := a.body["hourlyDistribution"].([]any), 0.0
		for _, n := range hours {
			sum += n.(float64)
		}
		peak := a.body["peakHour"].([]any)
		top := a.body["topUsers"].([]any)[0].(fields)
		if len(hours) != 24 || sum != 2 || len(peak) != 2 || peak[1] != 2.0 || top["username"] != "ann" || top["email"] != "ann@example.org" || top["messageCount"] != 2.0 {
			t.Errorf("%s: %s", within, a.raw)
		}
		rows := chief.get(base+"rows?figure=messages&timeRange="+within+"&userId="+member.ID).want(t, 200)
		if list := rows.body["rows"].([]any); len(list) != 2 || list[0].(fields)["roomId"] != "general" || strings.Contains(string(rows.raw), "secret") {
			t.Errorf("%s: %s", within, rows.raw)
		}
	}
	g := chief.get(base+"growth?days=7").want(t, 200)
	days := g.body["chartData"].([]any)
	if len(days) != 7 || g.body["totalNewUsers"] != 2.0 || g.body["averagePerDay"] != 0.29 {
		t.Errorf("%s", g.raw)
	}
	last := days[6].(fields)
	if last["date"] != time.Now().UTC().Format(time.DateOnly) || last["newUsers"] != 2.0 {
		t.Errorf("%v", last)
	}
	for query, want := range map[string]int{
		"figure=senders&timeRange=week": 1, "figure=members": 2, "figure=joined&days=7": 2, "figure=joined&date=" + last["date"].(string): 2,
		"figure=joined&date=2020-01-01": 0, "figure=active": 2, "figure=rooms": 1, "figure=active_rooms": 1, "figure=uploads": 0,
	} {
		if rows := chief.get(base+"rows?"+query).want(t, 200); len(rows.body["rows"].([]any)) != want {
			t.Errorf("%s: %s", query, rows.raw)
		}
	}
	first := chief.get(base+"rows?figure=members&limit=1").want(t, 200)
	next := first.body["nextCursor"].(string)
	if second := chief.get(base+"rows?figure=members&limit=1&cursor="+next).want(t, 200); second.body["nextCursor"] != nil || len(second.body["rows"].([]any)) != 1 {
		t.Errorf("%s", second.raw)
	}
	for _, bad := range []string{
		"chat?timeRange=year", "chat?timeRange=day%27", "growth?days=0", "growth?days=-7", "growth?days=366", "growth?days=x", "growth?days=1e9", "rows", "rows?figure=x",
		"rows?figure=messages&timeRange=x", "rows?figure=messages&hour=24", "rows?figure=messages&hour=-1", "rows?figure=messages&userId=x", "rows?figure=joined&date=7",
		"rows?figure=messages&cursor=x", "rows?figure=rooms&cursor=" + next, "rows?figure=members&limit=x", "export?figure=x",
	} {
		chief.get(base+bad).want(t, 400)
	}
	ann.get(base+"rows?figure=members").want(t, 403)

	s.exec(`update members set email = '=cmd@example.org' where username = 'ann'`)
	export := chief.get(base + "export?figure=senders&timeRange=day")
	lines, err := csv.NewReader(strings.NewReader(string(export.raw))).ReadAll()
	if err != nil || export.status != 200 || len(lines) != 2 || lines[1][3] != "ann" || lines[1][4] != "'=cmd@example.org" || lines[1][8] != "2" {
		t.Errorf("%d %v %v", export.status, lines, err)
	}
	for _, action := range []string{"top_users_viewed", "analytics_rows_viewed", "analytics_exported"} {
		if entries := chief.get("/api/admin/audit?q="+action).want(t, 200).body["entries"].([]any); len(entries) == 0 {
			t.Errorf("%s is not in the log", action)
		}
	}
}

func wantTop(t *testing.T, a response, want fields) {
	t.Helper()
	for name, value := range want {
		if a.body[name] != value {
			t.Errorf("%s is %v, want %v", name, a.body[name], value)
		}
	}
}

// Analytics that are younger than the limit are answered from the cache. A caller who
// goes away leaves the others their answer.
func TestAnalyticsAreSharedForAMoment(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *Config) { c.AnalyticsAge = time.Hour })
	chief, _ := s.signedInAdmin("chief")
	total := func(path, part, field string) any {
		t.Helper()
		a := chief.get("/api/admin/analytics/"+path).want(t, 200).body
		if part != "" {
			a = a[part].(fields)
		}
		return a[field]
	}
	before := total("overview", "users", "total")
	s.member("late", false)
	if after := total("overview", "users", "total"); after != before {
		t.Errorf("%v became %v within the hour", before, after)
	}
	if n := total("growth?days=7", "", "totalNewUsers"); n != 2.0 {
		t.Errorf("another figure is %v", n)
	}
}
