package store

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestCheckUsername(t *testing.T) {
	reserved := []string{"maestro", "Big_Boss", " ", ""}
	for raw, want := range map[string]string{
		"ann": "ann", " Ann_1 ": "ann_1", "a_______________b_20": "a_______________b_20", "123": "123", "modesty": "modesty", "botanist": "botanist",
	} {
		if got, err := CheckUsername(raw, reserved); err != nil || got != want {
			t.Errorf("%q: %q %v", raw, got, err)
		}
	}
	for raw, want := range map[string]string{
		"": UsernameTooShort, "ab": UsernameTooShort, "  ab  ": UsernameTooShort, "éé": UsernameTooShort,
		strings.Repeat("a", 21): UsernameTooLong,
		"ann-b":                 UsernameForm, "ann b": UsernameForm, "änn": UsernameForm, "ann\x00": UsernameForm, "ann\n_b": UsernameForm, "ni\u212Aki": UsernameForm, "аnna": UsernameForm,
		"maestro": UsernameReserved, "the_maestro_1": UsernameReserved, "MAESTRO": UsernameReserved, "m_a_e_s_t_r_o": UsernameReserved,
		"m43str0": UsernameReserved, "ma3_57r0": UsernameReserved, "bigboss": UsernameReserved, "b1gb055": UsernameReserved, "x_big_boss_x": UsernameReserved,
		"system": UsernameReserved, "sy5tem": UsernameReserved, "the_system": UsernameReserved, "admin": UsernameReserved, "4dm1n": UsernameReserved,
		"a_d_m_i_n": UsernameReserved, "mod": UsernameReserved, "m_0_d": UsernameReserved, "0ff1c1al": UsernameReserved, "root": UsernameReserved,
	} {
		got, err := CheckUsername(raw, reserved)
		if e := AsError(err); err == nil || e.Code != Invalid || e.Message != want {
			t.Errorf("%q: %q %v, want %q", raw, got, err, want)
		}
	}
}

// However it is written, a reserved term does not get through; and what gets
// through has the stored form.
func TestUsernameLookAlikes(t *testing.T) {
	digits := map[rune]string{'a': "a4", 'b': "b86", 'e': "e3", 'g': "g69", 'i': "i1", 'l': "l1", 'o': "o0", 's': "s5", 't': "t7", 'z': "z2"}
	rapid.Check(t, func(t *rapid.T) {
		term := rapid.StringMatching(`[a-z]{4,9}`).Draw(t, "term")
		var name strings.Builder
		name.WriteString(rapid.StringMatching(`[a-z]{0,2}`).Draw(t, "before"))
		for i, r := range term {
			if i > 0 && rapid.Bool().Draw(t, "underscore") && name.Len() < 14 {
				name.WriteByte('_')
			}
			choices := digits[r]
			if choices == "" {
				choices = string(r)
			}
			name.WriteByte(choices[rapid.IntRange(0, len(choices)-1).Draw(t, "digit")])
		}
		if got, err := CheckUsername(strings.ToUpper(name.String()), []string{term}); err == nil {
			t.Fatalf("%q passed as %q although %q is reserved", name.String(), got, term)
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		got, err := CheckUsername(rapid.String().Draw(t, "raw"), nil)
		if err == nil && (len(got) < MinUsername || len(got) > MaxUsername || !IsUsernameForm(got)) {
			t.Fatalf("%q", got)
		}
	})
}

func TestUsernameEligible(t *testing.T) {
	const day = 24 * time.Hour
	taken := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, x := range []struct {
		taken   time.Time
		changes int
		after   time.Duration
		can     bool
		days    int
	}{
		{time.Time{}, 0, 0, true, 0},
		{taken, 0, 0, false, 30},
		{taken, 0, time.Nanosecond, false, 30},
		{taken, 0, day, false, 29},
		{taken, 0, 30*day - time.Second, false, 1},
		{taken, 0, 30 * day, true, 0},
		{taken, 1, 30 * day, false, 335},
		{taken, 1, 365*day - time.Nanosecond, false, 1},
		{taken, 1, 365 * day, true, 0},
		{taken, 7, 364 * day, false, 1},
		{taken, 0, -time.Hour, false, 31}, // a clock that went back opens nothing
	} {
		e := UsernameEligible(x.taken, x.changes, taken.Add(x.after))
		if e.CanChange != x.can || e.DaysRemaining != x.days || e.CanChange != e.NextAvailable.IsZero() {
			t.Errorf("%+v: %+v", x, e)
		}
	}
	locked := ErrUsernameLocked(UsernameEligible(taken, 0, taken), taken)
	if locked.Code != Conflict || !strings.Contains(locked.Message, "31 March 2026") || locked.RetryAfter != 30*day {
		t.Errorf("%v", locked)
	}
}
