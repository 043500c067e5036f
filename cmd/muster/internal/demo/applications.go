package demo

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"muster/store"
	"muster/store/application"
	"muster/store/people"
	applications "muster/store/postgres/application"
	members "muster/store/postgres/people"
	"muster/store/queue"
)

// sampleApplication is somebody who applied.
type sampleApplication struct {
	name, city, country string
	mail                string // "" is mailOf(name)
	network             string // of the one before in the list whose network it came over, "" for its own
	stage               int    // as far as it came; application.Complete is submitted
	ago                 time.Duration
	decisions           []sampleDecision
	expedited           bool          // with a fee that was paid when it had come so far
	refund              time.Duration // how long ago the fee was paid back; 0 for not
}

// sampleDecision is a decision about an application.
type sampleDecision struct {
	application.Decision
	ago time.Duration
}

func decided(status application.Status, reason string, days time.Duration) []sampleDecision {
	return []sampleDecision{{application.Decision{Status: status, Reason: reason}, days * day}}
}

var sampleApplications = []sampleApplication{
	{name: "Maya Lindqvist", city: "Portland", country: "United States", stage: 5, ago: 12 * day}, // late
	{name: "Tomas Reyes", city: "Monterrey", country: "Mexico", stage: 5, ago: 8*day + 5*time.Hour},
	{name: "Priya Raman", city: "Chennai", country: "India", stage: 5, ago: 6 * day},
	{name: "Jonas Keller", city: "Leipzig", country: "Germany", stage: 5, ago: 5*day + 3*time.Hour},
	{name: "Sofia Marchetti", city: "Boston", country: "United States", stage: 5, ago: 4 * day},
	{name: "Noah Beaumont", city: "Lyon", country: "France", stage: 5, ago: 3 * day},
	{name: "Hana Okada", city: "Sapporo", country: "Japan", stage: 5, ago: 50 * time.Hour},
	{name: "Liam Gallagher-Stone", city: "Leeds", country: "United Kingdom", stage: 5, ago: 40 * time.Hour},
	{name: "Chloe Tremblay", city: "Quebec", country: "Canada", stage: 5, ago: 22 * time.Hour, expedited: true},
	{name: "Mateus Rocha", city: "Recife", country: "Brazil", stage: 5, ago: 9 * time.Hour},
	{name: "Grace Whitlock", city: "Perth", country: "Australia", stage: 5, ago: 4 * time.Hour, expedited: true},
	{name: "Ji-woo Han", city: "Busan", country: "South Korea", stage: 5, ago: 50 * time.Minute},
	{name: "Ella Novak", city: "Denver", country: "United States", stage: 5, ago: 20 * day, decisions: decided(application.Accepted, "", 16)},
	{name: "Amara Obi", city: "Toronto", country: "Canada", stage: 5, ago: 10 * day, decisions: decided(application.OnHold, "We are asking a second reviewer.", 7)},
	{name: "Yuki Tanabe", city: "Kyoto", country: "Japan", stage: 5, ago: 11 * day, decisions: decided(application.Accepted, "", 6)},
	{name: "Rosa Delgado", city: "Puebla", country: "Mexico", stage: 5, ago: 7 * day, decisions: decided(application.Accepted, "", 2)},
	{name: "Colin Frost", city: "Hull", country: "United Kingdom", stage: 5, ago: 25 * day, decisions: decided(application.Rejected, "The answers are the same sentence eleven times.", 20)},
	{name: "Dana Pike", city: "Reno", country: "United States", stage: 5, ago: 17 * day, decisions: decided(application.Rejected, "", 14)},
	{name: "Viktor Amsel", city: "Graz", country: "Other", stage: 5, ago: 14 * day, decisions: decided(application.Rejected, "The photo shows somebody else.", 3)},
	{name: "Wei Zhang", city: "Chengdu", country: "China", stage: 5, ago: 9 * day, decisions: decided(application.Rejected, "", 5)},
	{name: "Marcus Dell", city: "Austin", country: "United States", stage: 5, ago: 18 * day, decisions: decided(application.Accepted, "", 15)},
	{name: "Pavel Horak", city: "Brno", country: "Other", stage: 5, ago: 6 * day, decisions: decided(application.OnHold, "", 1)},
	{name: "Leah Simmons", city: "Tulsa", country: "United States", stage: 5, ago: 13 * day, decisions: decided(application.Reapply, "Please tell us more about how you found us, and use a photo from this year.", 9)},
	{name: "Diego Fuentes", city: "Merida", country: "Mexico", network: "Rosa Delgado", stage: 5, ago: 8 * day, decisions: decided(application.Reapply, "Your answers about the community are very short.", 4)},
	{name: "Nora Eklund", city: "Calgary", country: "Canada", stage: 5, ago: 30 * day, decisions: append(
		decided(application.OnHold, "The team is away for a week.", 27), decided(application.Rejected, "", 19)...)},
	{name: "Owen Price", city: "Cardiff", country: "United Kingdom", stage: 1, ago: 5 * day},
	{name: "Isla Munro", city: "Dundee", country: "United Kingdom", stage: 2, ago: 4 * day, expedited: true}, // whose fee bought nothing
	{name: "Kenji Mori", city: "Nagoya", country: "Japan", stage: 3, ago: 3 * day, expedited: true, refund: 2 * day},
	{name: "Lucie Fabre", city: "Nantes", country: "France", stage: 3, ago: 30 * time.Hour},
	{name: "Ben Archer", city: "Omaha", country: "United States", stage: 4, ago: 6 * time.Hour},
	// He was rejected, and tries again with another address.
	{name: "Colin Frost", mail: "c.frost.hull@muster.test", network: "Colin Frost", city: "Hull", country: "United Kingdom", stage: 5, ago: 26 * time.Hour},
}

// mailOf is the address of somebody of the demo.
func mailOf(name string) string {
	return strings.ToLower(strings.ReplaceAll(name, " ", ".")) + "@muster.test"
}

// applications has people apply, in the ways that applicants have. The decisions wait.
func (f Files) applications(ctx context.Context, d *seeding, pictures *studio) error {
	codes, keys := &queue.Caught{}, people.NewLoginKeys(f.Secret)
	logins := members.NewLogins(d.db.DB, members.NewCodes(people.NewCodeKeys(f.Secret)), codes, keys, people.DefaultLoginLimits)
	a := applying{d: d, pictures: pictures, codes: codes, to: applications.New(d.db.DB, logins, application.NewKeys(f.Secret), keys, codes)}
	a.to.UsePayments(d.checkout.Payments)
	if err := a.invite(ctx); err != nil {
		return fmt.Errorf("demo invitations: %w", err)
	}
	for n, one := range sampleApplications {
		if err := a.apply(ctx, n, one); err != nil {
			return fmt.Errorf("demo application of %s: %w", one.name, err)
		}
	}
	return d.setBack(ctx, 0)
}

// applying is the demo's applicants at work.
type applying struct {
	d        *seeding
	pictures *studio
	codes    *queue.Caught
	to       *applications.Applications

	invitation string // by which some of them came
}

// invite makes an invitation that some come by, and one that has ended.
func (a *applying) invite(ctx context.Context) error {
	if err := a.d.setBack(ctx, 31*day); err != nil {
		return err
	}
	return a.d.asAdmin(ctx, func(ctx context.Context, admin store.Caller) error {
		open, err := a.to.Invite(ctx, admin, application.NewInvitation{Uses: 25, Note: "For those whom members of the winter meetup bring along"})
		if err != nil {
			return err
		}
		a.invitation = open.Code
		ended, err := a.to.Invite(ctx, admin, application.NewInvitation{Uses: 100, Note: "Posted by mistake"})
		if err != nil {
			return err
		}
		return a.to.EndInvitation(ctx, admin, ended.ID)
	})
}

func (a *applying) apply(ctx context.Context, n int, one sampleApplication) error {
	if err := a.d.setBack(ctx, one.ago+application.MinTime); err != nil {
		return err
	}
	mail := store.Identifier{Channel: store.Email, Address: cmp.Or(one.mail, mailOf(one.name))}
	phone := store.Identifier{Channel: store.SMS, Address: fmt.Sprintf("+1555020%04d", n)}
	network := n
	if one.network != "" {
		network = slices.IndexFunc(sampleApplications, func(other sampleApplication) bool { return other.name == one.network })
	}
	proof := applications.Proof{Address: fmt.Sprintf("203.0.113.%d", 10+network)}
	if n%7 == 2 {
		proof.Invitation = a.invitation
	}
	started, err := a.to.Start(ctx, proof, mail)
	if err != nil {
		return err
	}
	proof.Cookie = started.Cookie
	for _, address := range []store.Identifier{mail, phone} {
		if err := a.to.SendCode(ctx, proof, started.ID, address); err != nil {
			return err
		}
		proven, err := a.to.VerifyCode(ctx, proof, started.ID, address, a.codes.Code)
		if err != nil {
			return err
		}
		proof.Cookie = proven.Cookie
	}
	if err := a.photo(ctx, proof, started.ID, n); err != nil {
		return err
	}
	for stage := range min(one.stage, application.Agreement+1) {
		if stage >= application.Assessment { // whose answers take their time
			if err := a.d.setBack(ctx, one.ago); err != nil {
				return err
			}
		}
		if _, err := a.to.SaveStage(ctx, proof, started.ID, stageOf(n, stage, one, mail.Address, phone.Address)); err != nil {
			return err
		}
	}
	if one.expedited {
		if err := a.pay(ctx, proof, started); err != nil {
			return err
		}
	}
	if one.refund > 0 {
		a.d.later(one.refund, func(ctx context.Context) error { return a.payBack(ctx, started.ID) })
	}
	for _, decision := range one.decisions {
		a.d.laterAsAdmin(decision.ago, func(ctx context.Context, admin store.Caller) error {
			if _, err := a.to.Decide(ctx, admin, started.ID, decision.Decision); err != nil {
				return fmt.Errorf("demo decision on %s: %w", one.name, err)
			}
			return nil
		})
	}
	return nil
}

// pay pays the fee of an expedited review.
func (a *applying) pay(ctx context.Context, proof applications.Proof, of applications.Started) error {
	page, err := a.to.BeginExpedite(ctx, proof, of.ID)
	if err != nil {
		return err
	}
	session, err := a.d.checkout.pay(ctx, page)
	if err != nil {
		return err
	}
	return a.to.ConfirmExpedite(ctx, proof, of.ID, session)
}

// payBack pays the fee of an application back.
func (a *applying) payBack(ctx context.Context, id string) error {
	paid, _, err := a.to.PaidFees(ctx, application.FeeFilter{Application: id}, 1, "")
	if err != nil {
		return err
	}
	return a.d.asAdmin(ctx, func(ctx context.Context, admin store.Caller) error {
		_, err := a.to.RefundFee(ctx, admin, paid[0].ID, 0, "")
		return err
	})
}

// photo stores a portrait.
func (a *applying) photo(ctx context.Context, proof applications.Proof, id string, n int) error {
	prepared, err := a.pictures.take(portraitOf(n))
	if err != nil {
		return err
	}
	photo, err := a.to.AddPhoto(ctx, proof, id)
	if err != nil {
		return err
	}
	if err := a.pictures.files.PutSealed(ctx, photo.ID, prepared, photo.Key.FileKey); err != nil {
		return err
	}
	_, err = a.to.ShowPhoto(ctx, proof, id, photo.ID)
	return err
}

// stageOf is a finished stage of an applicant.
func stageOf(n, stage int, one sampleApplication, mail, phone string) application.Step {
	yes, no := true, false
	pick := func(of ...string) string { return of[n%len(of)] }
	fan := application.FanForm{
		Platform: application.Platforms[n%len(application.Platforms)], Since: fmt.Sprint(2016 + n%9),
		Instagram: strings.ToLower(strings.Fields(one.name)[0]) + fmt.Sprint(10+n), InFanClub: &no, InPhotodump: &no, HasFanChat: &no, UsedSite: &no, PlayedGames: &no, Purchased: &no,
	}
	if n%3 == 0 {
		fan.InFanClub, fan.Purchased, fan.Purchases = &yes, &yes, "Two shirts and the spring calendar"
	}
	if n%4 == 1 {
		fan.InPhotodump, fan.PhotodumpEmail, fan.UsedSite = &yes, mail, &yes
	}
	answers := application.Answers{Texts: map[string]string{}, Times: map[string]float64{}}
	for i, question := range application.Questions {
		lines := sampleAnswers[question]
		answers.Texts[question] = strings.ReplaceAll(lines[(n+i)%len(lines)], "CITY", one.city)
		answers.Times[question] = float64(20 + (n*7+i*13)%90)
		answers.TimeSpent += answers.Times[question]
	}
	return application.Step{
		Stage: stage, Moving: true, Fan: fan, Answers: answers, Signature: one.name, Agreed: true,
		Person: application.PersonForm{
			Person: application.Person{
				FullName: one.name, BirthDate: fmt.Sprintf("%d-%02d-%02d", 1979+(n*5)%26, 1+n%12, 1+(n*3)%28),
				Street: fmt.Sprintf("%d %s", 3+n*4, pick("Mill Lane", "Harbour Road", "Station Street", "Orchard Way")), City: one.city,
				State: pick("North", "Central", "Coast", "South"), Country: one.country,
			},
			Email: mail, Phone: phone,
		},
	}
}
