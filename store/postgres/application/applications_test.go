package application_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"muster/store"
	rules "muster/store/application"
	"muster/store/people"
	applications "muster/store/postgres/application"
	members "muster/store/postgres/people"
	"muster/store/postgres/storetest"
)

var ctx = context.Background()

// Two hundred browsers that begin with one address at once have a draft each, all alike,
// and once it is verified in some of them at once there is one application.
func TestParallelStartsLeaveOneApplication_APP2_APP4(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const starts, proofs = 200, 12
	browsers := make([]*browser, starts)
	var all sync.WaitGroup
	var tries atomic.Int64
	for i := range browsers {
		all.Go(func() {
			b := &browser{world: w}
			made, err := patiently(func() (applications.Started, error) {
				tries.Add(1)
				return w.Start(ctx, b.proof(), mail("ann@example.org"))
			})
			if err != nil || made.Stage != 0 || made.Resumed || made.Cookie == "" || !made.CanEdit() {
				t.Errorf("%+v %v", made, err)
				return
			}
			b.cookie, b.id = made.Cookie, made.ID
			browsers[i] = b
		})
	}
	all.Wait()
	// A start whose answer came too late has made its draft all the same, and is tried again.
	drafts := one[int](w, `select count(distinct number)::int from applications`)
	if drafts < starts || drafts > int(tries.Load()) || t.Failed() {
		t.Fatalf("%d drafts of %d starts", drafts, tries.Load())
	}
	codes := make([]string, proofs)
	for i := range codes {
		w.must(w.SendCode(ctx, browsers[i].proof(), browsers[i].id, mail("ann@example.org")))
		codes[i] = w.code(rules.ProofCode, "ann@example.org")
	}
	found := make([]string, proofs)
	for i := range codes {
		all.Go(func() {
			p, err := patiently(func() (applications.Proven, error) {
				return w.VerifyCode(ctx, browsers[i].proof(), browsers[i].id, mail("ann@example.org"), codes[i])
			})
			if err != nil {
				t.Error(err)
			}
			found[i] = p.ID
		})
	}
	all.Wait()
	for _, id := range found {
		if id != found[0] {
			t.Fatalf("verified browsers have %v", found)
		}
	}
	if n := one[int](w, `select count(*)::int from applications where applicant_id is not null`); n != 1 {
		t.Errorf("%d applications", n)
	}
	if n := one[int](w, `select count(*)::int from applications`); n != drafts-proofs+1 {
		t.Errorf("%d rows, the drafts of %d browsers were to go", n, proofs-1)
	}
}

// patiently repeats a call that a busy machine kept waiting too long.
func patiently[T any](call func() (T, error)) (T, error) {
	for {
		if v, err := call(); store.CodeOf(err) != store.Unavailable {
			return v, err
		}
	}
}

// Whoever only knows an address, an id or a number is shown nothing and changes nothing.
func TestAnotherBrowserReachesNothing_APP4_APP5_P17(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.starts("ann@example.org")
	ann.submits("ann@example.org", "+15551234567")
	eve := w.starts("ann@example.org")
	if eve.id == ann.id || one[string](w, `select email || phone || full_name from applications where id = $1`, eve.id) != "ann@example.org" {
		t.Fatal("the draft of another browser has more than the address")
	}
	eve.id = ann.id
	absent := rules.NewID()
	for _, id := range []string{ann.id, absent, "x", one[string](w, `select number from applications where id = $1`, ann.id)} {
		for name, err := range map[string]error{
			"save":         second(w.SaveStage(ctx, eve.proof(), id, step(1, "ann@example.org", "5551234567"))),
			"send":         w.SendCode(ctx, eve.proof(), id, mail("ann@example.org")),
			"verify":       second(w.VerifyCode(ctx, eve.proof(), id, mail("ann@example.org"), "000000")),
			"photo":        second(w.AddPhoto(ctx, eve.proof(), id)),
			"show photo":   second(w.ShowPhoto(ctx, eve.proof(), id, rules.NewID())),
			"remove photo": w.RemovePhoto(ctx, eve.proof(), id),
			"open photo":   second(w.OpenPhoto(ctx, eve.proof(), id, false)),
			"no cookie":    second(w.OpenPhoto(ctx, applications.Proof{}, id, false)),
		} {
			if store.CodeOf(err) != store.NotFound || store.AsError(err).Message != rules.NotFound {
				t.Errorf("%s of %s: %v", name, id, err)
			}
		}
	}
	if _, found, err := w.Status(ctx, eve.proof(), mail("ann@example.org")); err != nil || found {
		t.Errorf("status: %v %v", found, err)
	}
	if any, err := w.HasAny(ctx, applications.Proof{Cookie: store.NewToken()}); any || err != nil {
		t.Error("an unknown cookie opens something", err)
	}
	// A cookie ends after its time.
	w.exec(`update application_browsers set created_at = muster_now() - interval '31 days'`)
	w.wants(ann.RemovePhoto(ctx, ann.proof(), ann.id), store.NotFound, "application_not_found")
}

func second[T any](_ T, err error) error { return err }

// The browser that has proven an address goes on at once; another one after its own
// proof, with what is stored, and its draft is gone.
func TestProofLeadsToTheStoredApplication_APP4_APP6(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.starts("ann@example.org")
	planted := ann.cookie
	_, err := ann.proves(mail("ann@example.org"))
	w.must(err)
	w.must(ann.saves(rules.Step{Stage: 0, Moving: true}))
	if any, err := w.HasAny(ctx, applications.Proof{Cookie: planted}); any || err != nil {
		t.Error("the cookie of before the proof still opens it", err)
	}
	again, err := w.Start(ctx, ann.proof(), mail("ann@example.org"))
	if err != nil || !again.Resumed || again.ID != ann.id || again.Cookie != ann.cookie || again.Stage != 1 {
		t.Fatalf("%+v %v", again, err)
	}
	laptop := w.starts("other@example.org")
	draft := laptop.id
	laptop.shows()
	p, err := laptop.proves(mail("ann@example.org"))
	if err != nil || p.ID != ann.id || p.Stage != 1 || p.IsMember {
		t.Fatalf("%+v %v", p, err)
	}
	if n := one[int](w, `select count(*)::int from applications where id = $1`, draft); n != 0 {
		t.Error("the draft is still there")
	}
	if n := one[int](w, `select count(*)::int from river_job where kind = 'media_removal'`); n != 1 {
		t.Errorf("%d removals of the draft's photo", n)
	}
	// Both browsers open it now, and a signed-in applicant does.
	w.must(ann.saves(rules.Step{Stage: 0, Moving: true}))
	w.must(laptop.saves(rules.Step{Stage: 0, Moving: true}))
	applicant := one[string](w, `select applicant_id::text from applications where id = $1`, ann.id)
	byApplicant := applications.Proof{Applicant: applicant, Address: "192.0.2.7"}
	if _, err := w.SaveStage(ctx, byApplicant, ann.id, rules.Step{Stage: 0, Moving: true}); err != nil {
		t.Error(err)
	}
	in, err := w.Start(ctx, byApplicant, mail("ann@example.org"))
	if err != nil || !in.Resumed || in.ID != ann.id || in.Cookie == "" {
		t.Errorf("%+v %v", in, err)
	}
}

// A code proves one address, for the browser that asked for it, once; it serves for no
// other purpose, and a wrong one is counted.
func TestCodes_APP20_APP22(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann, eve := w.starts("ann@example.org"), w.starts("ann@example.org")
	verify := func(b *browser, to store.Identifier, code string) error {
		p, err := w.VerifyCode(ctx, b.proof(), b.id, to, code)
		if err == nil {
			b.cookie, b.id = p.Cookie, p.ID
		}
		return err
	}
	w.must(w.SendCode(ctx, ann.proof(), ann.id, mail("ann@example.org")))
	code := w.code(rules.ProofCode, "ann@example.org")
	w.wants(verify(eve, mail("ann@example.org"), code), store.Invalid, "code_invalid") // of another browser
	w.wants(verify(ann, mail("bob@example.org"), code), store.Invalid, "code_invalid") // for another address
	_, err := w.StatusByCode(ctx, ann.proof(), mail("ann@example.org"), code)          // for another purpose
	w.wants(err, store.NotFound, "application_not_found")
	w.must(verify(ann, mail("ann@example.org"), code))
	w.wants(verify(ann, mail("ann@example.org"), code), store.Invalid, "code_invalid") // once
	w.must(w.SendCode(ctx, ann.proof(), ann.id, phone("+15551234567")))
	code = w.code(rules.ProofCode, "+15551234567")
	wrong := "000000"
	if code == wrong {
		wrong = "000001"
	}
	for range people.DefaultLoginLimits.TriesPerCode {
		w.wants(verify(ann, phone("+15551234567"), wrong), store.Invalid, "code_invalid")
	}
	w.wants(verify(ann, phone("+15551234567"), code), store.Invalid, "code_invalid") // dead
	// Texts are capped for one application, whatever the numbers.
	var refused error
	for i := range 20 {
		if refused = w.SendCode(ctx, ann.proof(), ann.id, phone(fmt.Sprintf("+1555765%04d", i))); refused != nil {
			break
		}
	}
	w.wants(refused, store.Limited, "rate_limit")
}

// An application takes another address when nobody has it, and a phone is one
// application's; the draft that proved a phone and was left does not keep it.
func TestAddressesOfOnePerson_APP42_APP43_S16(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, err := members.New(w.DB).AddMember(ctx, store.NewMember{Email: "max@example.org", Phone: "+15550000001"})
	w.must(err)
	ann, bob := w.starts("ann@example.org"), w.starts("bob@example.org")
	_, err = ann.proves(mail("ann@example.org"))
	w.must(err)
	_, err = bob.proves(mail("bob@example.org"))
	w.must(err)
	_, err = ann.proves(mail("bob@example.org"))
	w.wants(err, store.Conflict, "email_taken")
	_, err = ann.proves(mail("max@example.org"))
	w.wants(err, store.Conflict, "email_taken")
	p, err := ann.proves(mail("anna@example.org"))
	if err != nil || p.Email != "anna@example.org" || !p.EmailVerified() || p.ID != ann.id {
		t.Fatalf("%+v %v", p, err)
	}
	if got := storetest.ApplicantEmail(t, w.owner(), one[string](w, `select applicant_id::text from applications where id = $1`, ann.id)); got != "anna@example.org" {
		t.Errorf("signs in as %s", got)
	}
	_, err = ann.proves(phone("+15551234567"))
	w.must(err)
	_, err = bob.proves(phone("+15551234567"))
	w.wants(err, store.Conflict, "phone_taken")
	// A draft.
	cyd := w.starts("cyd@example.org")
	_, err = cyd.proves(phone("+15557654321"))
	w.must(err)
	p, err = bob.proves(phone("+15557654321"))
	if err != nil || !p.PhoneVerified() || p.IsMember {
		t.Fatalf("%+v %v", p, err)
	}
	// Changing the phone afterwards unverifies it.
	other := step(1, "bob@example.org", "5559999999")
	other.Moving = false
	w.must(bob.saves(other))
	bob.shows()
	w.wants(bob.saves(step(1, "bob@example.org", "5559999999")), store.Invalid, "phone_unverified")
	w.must(bob.saves(step(1, "bob@example.org", "5557654321")))
	// Members read so once they have proven it.
	dan := w.starts("max@example.org")
	if p, err = dan.proves(mail("max@example.org")); err != nil || !p.IsMember {
		t.Errorf("%+v %v", p, err)
	}
}

// Birth dates and signatures are nowhere readable, and what is stored is read again as it
// was sent.
func TestWhatIsStored_APP16_APP27_APP30_APP33(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.starts("ann@example.org")
	ann.submits("ann@example.org", "+15551234567")
	page, err := w.List(ctx, "", "", 1)
	w.must(err)
	if len(page.Applications) != 1 || page.Total != 1 {
		t.Fatalf("%+v", page)
	}
	a := page.Applications[0]
	if a.Person.BirthDate != "1990-05-06" || a.Signature.Name != "ANN EXAMPLE" || a.Signature.Address != "192.0.2.7" || a.Person.FullName != "ANN EXAMPLE" ||
		a.Fan.Since != 2020 || len(a.Answers.Texts) != len(rules.Questions) || a.Status != rules.Pending || a.Stage != rules.Complete || a.SubmittedAt.IsZero() || a.PhotoID == "" {
		t.Errorf("%+v", a)
	}
	raw := one[string](w, `select to_jsonb(a)::text from applications a where id = $1`, ann.id)
	// Not the year alone: four digits are soon among the hexadecimal ones of what is sealed.
	if strings.Contains(raw, "1990-05-06") || strings.Contains(raw, hex.EncodeToString([]byte("1990-05-06"))) {
		t.Error("the birth date is readable")
	}
	sealed := one[[]byte](w, `select sealed_birth || sealed_signature || data_key from applications where id = $1`, ann.id)
	if len(sealed) == 0 || bytes.Contains(sealed, []byte("ANN EXAMPLE")) || bytes.Contains(sealed, []byte("1990-05-06")) {
		t.Error("what is sealed is readable")
	}
	// Sent twice at once, the last stage is submitted once.
	bob := w.starts("bob@example.org")
	bob.submits("bob@example.org", "+15557654321")
	w.wants(bob.saves(step(4, "bob@example.org", "5557654321")), store.Conflict, "application_closed")
	w.wants(bob.RemovePhoto(ctx, bob.proof(), bob.id), store.Conflict, "application_closed")
	// Codes went out for it all the same, and proved nothing.
	w.wants(bob.SendCode(ctx, bob.proof(), bob.id, mail("bob@example.org")), store.Conflict, "application_closed")
	w.wants(bob.SendCode(ctx, bob.proof(), bob.id, phone("+15557654321")), store.Conflict, "application_closed")
}

// The time on stage 3 is the database's.
func TestTimeOnTheStage_APP31(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.starts("ann@example.org")
	_, err := ann.proves(mail("ann@example.org"))
	w.must(err)
	_, err = ann.proves(phone("+15551234567"))
	w.must(err)
	ann.shows()
	for stage := range 3 {
		w.must(ann.saves(step(stage, "ann@example.org", "5551234567")))
	}
	forged := step(3, "", "")
	forged.Answers.TimeSpent = 9999
	w.wants(ann.saves(forged), store.Invalid, "time_spent_too_short")
	storetest.MoveClock(t, w.url, rules.MinTime)
	w.must(ann.saves(forged))
}

// Without a proof the status of an address is asked for by a code that only its browser
// can use, once; what is answered and stored does not tell whether it is known.
func TestStatus_STAT1_STAT3_P17(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.starts("ann@example.org")
	ann.submits("ann@example.org", "+15551234567")
	mine, found, err := w.Status(ctx, ann.proof(), mail("ann@example.org"))
	if err != nil || !found || mine.ID != ann.id || mine.Cookie != ann.cookie {
		t.Fatalf("%+v %v %v", mine, found, err)
	}
	visitor := applications.Proof{Cookie: store.NewToken(), Address: "192.0.2.8"}
	for _, address := range []string{"ann@example.org", "nobody@example.org"} {
		if _, found, err := w.Status(ctx, visitor, mail(address)); err != nil || found {
			t.Fatalf("%s: %v %v", address, found, err)
		}
	}
	code := w.code(rules.StatusCode, "ann@example.org")
	stranger := applications.Proof{Cookie: store.NewToken(), Address: "192.0.2.9"}
	_, err = w.StatusByCode(ctx, stranger, mail("ann@example.org"), code)
	w.wants(err, store.NotFound, "application_not_found")
	_, err = w.StatusByCode(ctx, visitor, mail("nobody@example.org"), w.code(rules.StatusCode, "nobody@example.org"))
	w.wants(err, store.NotFound, "application_not_found")
	seen, err := w.StatusByCode(ctx, visitor, mail("ann@example.org"), code)
	if err != nil || seen.ID != ann.id {
		t.Fatalf("%+v %v", seen, err)
	}
	_, err = w.StatusByCode(ctx, visitor, mail("ann@example.org"), code)
	w.wants(err, store.NotFound, "application_not_found")
	if again, found, err := w.Status(ctx, applications.Proof{Cookie: seen.Cookie}, mail("ann@example.org")); err != nil || !found || again.ID != ann.id {
		t.Errorf("%+v %v %v", again, found, err)
	}
	// A draft of which nothing is proven is no application.
	w.starts("eve@example.org")
	if known, err := w.Exists(ctx, "eve@example.org"); known || err != nil {
		t.Error("a draft counts", err)
	}
}
