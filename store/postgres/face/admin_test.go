package face_test

import (
	"testing"

	"github.com/google/uuid"

	"muster/store"
	"muster/store/desk"
	desks "muster/store/postgres/desk"
	members "muster/store/postgres/people"
	"muster/store/postgres/storetest"
)

// What administrators set and clear of a member's face checks holds, is shown in the
// profile and the table, and stands in the audit log with what was before.
func TestFaceSettings_AUSR18(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	boss := w.signedIn("boss", true)
	ann, bob := w.signedIn("ann", false).Member, w.signedIn("bob", false).Member
	for _, statement := range []string{
		`insert into face_enrolments (member_id, engine, data_key, confidence, consent_version, consented_at) select unnest(array[$1, $2]::uuid[]), 'test', '\x00', 99, '1', muster_now()`,
		`insert into face_checks (member_id, kind, passed) select unnest(array[$1, $1, $2]::uuid[]), 'verification', false`,
		`insert into face_attempts (sign_in_id, member_id, failed) select gen_random_uuid(), m, n from unnest(array[$1, $1, $2]::uuid[], array[3, 1, 2]) x(m, n)`,
		`insert into face_skips (member_id, kind, reason) select unnest(array[$1, $2, $2]::uuid[]), unnest(array['verification', 'verification', 'enrollment']), 'failed_attempts'`,
	} {
		w.exec(statement, ann.ID, bob.ID)
	}
	face := func(id string) desk.UserFace {
		t.Helper()
		p, err := desks.New(w.DB).UserProfile(ctx, id)
		w.must(err)
		if p.FaceEnrolled == p.Face.EnrolledAt.IsZero() || (p.Face.Scans > 0) == p.Face.LastScan.IsZero() {
			t.Errorf("%+v", p.Face)
		}
		return p.Face
	}
	if f := face(ann.ID); f.Required || f.EnrolledAt.IsZero() || f.Scans != 2 || f.Skips != 1 || f.Failed != 4 {
		t.Errorf("%+v", f)
	}
	for range 2 { // the second time changes nothing
		w.must(w.faces.SetRequired(ctx, boss, ann.ID, true))
	}
	for _, want := range []int{4, 0} {
		if failed, err := w.faces.ResetAttempts(ctx, boss, ann.ID); err != nil || failed != want {
			t.Errorf("%d failed attempts, %v", failed, err)
		}
	}
	for _, want := range []bool{true, false} { // the second time there is nothing
		if removed, err := w.faces.RemoveOf(ctx, boss, ann.ID); err != nil || removed != want {
			t.Errorf("removed %v, %v", removed, err)
		}
	}
	if f := face(ann.ID); !f.Required || !f.EnrolledAt.IsZero() || f.Scans != 0 || f.Failed != 0 {
		t.Errorf("%+v", f)
	}
	if f := face(bob.ID); f.Required || f.EnrolledAt.IsZero() || f.Scans != 1 || f.Skips != 1 || f.Failed != 2 {
		t.Errorf("another member's: %+v", f)
	}
	page, err := desks.New(w.DB).Users(ctx, desk.UserQuery{Filter: desk.AllUsers, Sort: desk.SortByName, Limit: 50, Page: 1})
	w.must(err)
	for _, u := range page.Users {
		if u.FaceEnrolled != (u.ID == bob.ID) {
			t.Errorf("%s enrolled: %v", u.Username, u.FaceEnrolled)
		}
	}
	log, _, err := desks.New(w.DB).Audit(ctx, store.AuditQuery{Subject: ann.ID, Text: "face_", Limit: 10})
	w.must(err)
	var said []string
	for _, e := range log {
		said = append(said, e.Action+" "+string(e.Before)+" "+string(e.After))
	}
	want := []string{
		`face_enrolment_removed {"enrolled": true} {"enrolled": false}`,
		`face_attempts_reset {"failed": 4} {"failed": 0}`, `face_required_changed {"required": false} {"required": true}`,
	}
	if len(said) != len(want) {
		t.Fatalf("%q", said)
	}
	for i := range want {
		if said[i] != want[i] {
			t.Errorf("%s, want %s", said[i], want[i])
		}
	}
	for what, err := range map[string]error{
		"setting": w.faces.SetRequired(ctx, boss, uuid.NewString(), true), "attempts": second(w.faces.ResetAttempts(ctx, boss, uuid.NewString())),
		"enrolment": second(w.faces.RemoveOf(ctx, boss, "x")),
	} {
		if store.CodeOf(err) != store.NotFound {
			t.Errorf("%s of nobody: %v", what, err)
		}
	}
}

// Nothing of the face checks of an erased member can be changed: whoever is erased while
// an administrator has the profile open is unknown, as in every other call.
func TestFaceSettingsOfTheErased_AUSR18(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	boss, ann := w.signedIn("boss", true), w.signedIn("ann", false).Member
	storetest.DueForErasure(t, w.owner(), ann.ID)
	if n, err := members.New(w.DB).EraseDue(ctx); n != 1 || err != nil {
		t.Fatalf("%d were erased, %v", n, err)
	}
	for what, err := range map[string]error{
		"setting": w.faces.SetRequired(ctx, boss, ann.ID, true), "attempts": second(w.faces.ResetAttempts(ctx, boss, ann.ID)),
		"enrolment": second(w.faces.RemoveOf(ctx, boss, ann.ID)),
	} {
		if store.CodeOf(err) != store.NotFound {
			t.Errorf("%s: %v", what, err)
		}
	}
	p, err := desks.New(w.DB).UserProfile(ctx, ann.ID)
	w.must(err)
	if p.Face.Required {
		t.Error("a face is asked of an erased member")
	}
}

func second[T any](_ T, err error) error { return err }
