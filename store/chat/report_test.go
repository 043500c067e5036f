package chat

import (
	"muster/store"
	"strings"
	"testing"
)

func TestReportCheck(t *testing.T) {
	const id = "00000000-0000-7000-8000-000000000001"
	good := NewReport{MessageID: id, Reason: ReportSpam, Note: "  " + strings.Repeat("é", 490) + "\x01 "}
	if r, err := good.Check(); err != nil || r.Note != strings.Repeat("é", 490) {
		t.Errorf("%+v %v", r, err)
	}
	if r, err := (NewReport{MemberID: id, Reason: ReportOther, Note: " \n "}).Check(); err != nil || r.Note != "" {
		t.Errorf("%+v %v", r, err)
	}
	for reason, bad := range map[string]NewReport{
		"reason_unknown": {MessageID: id}, "subject_missing": {Reason: ReportSpam}, "invalid": {MessageID: "x", Reason: ReportSpam},
		"note_too_long": {MemberID: id, Reason: ReportSpam, Note: strings.Repeat("a", 501)}, "control_character": {MemberID: id, Reason: ReportSpam, Note: "a\x00"},
		"not_utf8": {MemberID: id, Reason: ReportSpam, Note: "\xff"},
	} {
		if _, err := bad.Check(); store.CodeOf(err) != store.Invalid || store.AsError(err).ReasonOrCode() != reason {
			t.Errorf("%+v: %v, want %s", bad, err, reason)
		}
	}
	if _, err := (Ruling{Outcome: "approved"}).Check(); store.CodeOf(err) != store.Invalid {
		t.Error(err)
	}
	if r, err := (Ruling{Outcome: ReportBanned, Note: " enough "}).Check(); err != nil || r.Note != "enough" {
		t.Errorf("%+v %v", r, err)
	}
}
