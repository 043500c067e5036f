package node

import (
	"context"
	"log/slog"

	"muster/http/gateway"
	"muster/store"
	"muster/store/encrypted"
	"muster/store/people"
	desks "muster/store/postgres/desk"
	messages "muster/store/postgres/encrypted"
	members "muster/store/postgres/people"
	ranks "muster/store/postgres/rank"
	factors "muster/store/postgres/secondfactor"
	"muster/store/queue"
	"muster/store/secondfactor"
)

// wireJobs registers the workers of the job queue and starts it.
func (n *Node) wireJobs(ctx context.Context, c Config) error {
	jobs, err := queue.New(n.DB.DB, slog.New(newJobLog(n.log.Handler())))
	if err != nil {
		return err
	}
	n.jobs = jobs
	n.logins = members.NewLogins(n.DB.DB, members.NewCodes(people.NewCodeKeys(c.Secret)), jobs.AddLoginCodes(n.delivery(c)), people.NewLoginKeys(c.Secret), c.loginLimits())
	n.wireApplications(c)
	n.wireFaces(ctx, c)
	n.encrypted = messages.New(n.DB.DB, encrypted.NewKeys(c.Secret))
	n.DB.Join(n.encrypted)
	n.factors = factors.New(n.DB.DB, secondfactor.NewKeys(c.Secret))
	n.DB.Join(n.factors)
	jobs.AddLoginSweep(n.encrypted.SweepGuesses)
	jobs.AddTrim(c.Retention)
	jobs.AddLinkPreviews(gateway.NewLinkPreviews(nil))
	if c.VAPID.PublicKey != "" {
		n.pushes = jobs.AddPush(gateway.NewWebPush(c.VAPID, nil))
		if c.Face.Gate {
			n.pushes.RequireFaces()
		}
	}
	n.emergencies = jobs.AddEmergencies(n.delivery(c), c.Emergency)
	n.DB.Join(n.emergencies)
	n.payments = jobs.AddPayments(c.Payments.PaymentConfig, n.delivery(c))
	n.applied.UsePayments(n.payments)
	n.DB.Join(n.payments)
	n.points = ranks.NewPoints(n.DB.DB, c.Points)
	jobs.AddPoints(n.points)
	n.payments.UsePoints(n.points)
	n.DB.Join(n.points)
	n.desk = desks.New(n.DB.DB)
	n.DB.Join(n.desk)
	jobs.AddMedia(n.media)
	n.myData = jobs.AddMyData(n.media)
	return jobs.Start(ctx)
}

// readers gives the members who are in a room now, on all nodes.
func (n *Node) readers(ctx context.Context, room string) (map[string]bool, error) {
	people, err := n.hub.RoomPeople(ctx, room)
	readers := make(map[string]bool, len(people))
	for _, p := range people {
		readers[p.ID] = true
	}
	return readers, err
}

// delivery is how mail and text messages leave: on a dev node into its outbox,
// unless there is a real way.
func (n *Node) delivery(c Config) queue.Delivery {
	d := queue.Delivery{Sealer: store.NewSealer(c.Secret.Keys("jobs")...), Mailer: c.Mailer, SMS: c.SMS, Brand: n.community}
	if !c.Dev {
		return d
	}
	n.outbox = members.NewOutbox(n.DB.DB)
	if d.Mailer == nil {
		d.Mailer = n.outbox
	}
	if d.SMS == nil {
		d.SMS = n.outbox
	}
	return d
}
