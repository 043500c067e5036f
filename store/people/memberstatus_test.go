package people

import (
	"muster/store"
	"testing"
	"time"
)

// What each decision makes of a status.
func TestChatAccess_AUSR12_AUSR13_CHAT35(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	later := now.Add(time.Hour)
	on, off, banned := store.MemberStatus{ChatEnabled: true}, store.MemberStatus{}, store.MemberStatus{ChatEnabled: true, BannedUntil: later}
	for _, x := range []struct {
		name   string
		before store.MemberStatus
		change ChatAccess
		want   store.MemberStatus
		bars   bool
	}{
		{"on again", off, ChatAccess{Enabled: true}, on, false},
		{"enabling clears the ban", banned, ChatAccess{Enabled: true}, on, false},
		{"off for good", banned, ChatAccess{}, off, true},
		{"ban", on, ChatAccess{Enabled: true, BannedUntil: later}, banned, true},
		{"ban with chat off ends by itself", on, ChatAccess{BannedUntil: later}, banned, true},
		{"ban of a member switched off opens nothing", off, ChatAccess{BannedUntil: later}, store.MemberStatus{BannedUntil: later}, true},
		{"sign-in is not touched", store.MemberStatus{SignInDisabled: true}, ChatAccess{Enabled: true}, store.MemberStatus{ChatEnabled: true, SignInDisabled: true}, false},
	} {
		if got := x.change.ApplyTo(x.before); got != x.want || x.change.Bans() != x.bars {
			t.Errorf("%s: %+v, bars %v", x.name, got, x.change.Bans())
		}
	}
	for _, hours := range []int{1, 2, 6, 24, 72, 168, 720, 721, 24 * 365} {
		if err := (ChatAccess{BannedUntil: now.Add(time.Duration(hours) * time.Hour)}).Check(now); err != nil {
			t.Errorf("%d hours: %v", hours, err)
		}
	}
	for until, reason := range map[time.Time]string{
		now: "ban_past", now.Add(-time.Second): "ban_past", now.Add(LongestBan + time.Second): "ban_too_long",
		time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC): "ban_too_long",
	} {
		if err := (ChatAccess{BannedUntil: until}).Check(now); err == nil || store.AsError(err).Reason != reason || store.CodeOf(err) != store.Invalid {
			t.Errorf("%s: %v", until, err)
		}
	}
}
