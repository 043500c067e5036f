// The jobs that alert the creator of an emergency message.

package queue

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"muster/store"
	"muster/store/emergency"
	emergencies "muster/store/postgres/emergency"
)

// EmergencyContacts are where the creator is alerted. Without them it is the creator's
// own address and phone as a member, and without those all administrators.
type EmergencyContacts struct {
	Email, Phone string
	// EscalateAfter is how long a critical message may stay unacknowledged.
	EscalateAfter time.Duration
}

// Emergencies queues and works the alerts of emergency messages
// (emergencies.Queue).
type Emergencies struct {
	queue    *Queue
	delivery Delivery
	contacts EmergencyContacts
	messages *emergencies.Messages
}

// AddEmergencies registers the jobs and returns the emergency messages.
func (q *Queue) AddEmergencies(d Delivery, contacts EmergencyContacts) *emergencies.Messages {
	e := &Emergencies{queue: q, delivery: d, contacts: contacts}
	e.messages = emergencies.New(q.db, e)
	addWorker(q, &emergencyWorker{of: e})
	addWorker(q, &escalationWorker{of: e})
	return e.messages
}

// emergencyArgs name one way of one message to one address; they hold no text and no
// address.
type emergencyArgs struct {
	ID      string        `json:"id"`
	Channel store.Channel `json:"channel"`
	Again   bool          `json:"again,omitempty"` // it was not acknowledged in time
	// Member is the administrator who is alerted; "" for the creator.
	Member string `json:"member,omitempty"`
}

func (emergencyArgs) Kind() string { return "emergency_message" }

// InsertOpts goes on trying for a day.
func (emergencyArgs) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: 150} }

// escalationArgs name a message to look at again.
type escalationArgs struct {
	ID string `json:"id"`
}

func (escalationArgs) Kind() string { return "emergency_escalation" }

// QueueEmergency implements emergencies.Queue.
func (e *Emergencies) QueueEmergency(ctx context.Context, tx pgx.Tx, m emergency.Emergency) error {
	jobs := []river.InsertManyParams{{Args: emergencyArgs{ID: m.ID, Channel: store.Email}}, {Args: emergencyArgs{ID: m.ID, Channel: store.SMS}}}
	if m.Priority == emergency.CriticalPriority && e.contacts.EscalateAfter > 0 {
		later := &river.InsertOpts{ScheduledAt: m.SentAt.Add(e.contacts.EscalateAfter)}
		jobs = append(jobs, river.InsertManyParams{Args: escalationArgs{m.ID}, InsertOpts: later})
	}
	_, err := e.queue.client.InsertManyTx(ctx, tx, jobs)
	return err
}

// emergencyWorker alerts the creator by one channel.
type emergencyWorker struct {
	river.WorkerDefaults[emergencyArgs]
	of *Emergencies
}

// emergencyBackoff is the longest wait between two attempts.
const emergencyBackoff = 10 * time.Minute

// NextRetry spaces the attempts: 1 s, 2 s, 4 s … up to 10 minutes.
func (w *emergencyWorker) NextRetry(job *river.Job[emergencyArgs]) time.Time {
	return w.of.queue.clock.backoff(job.JobRow, emergencyBackoff)
}

// Work sends one mail or text and notes that it was handed over.
func (w *emergencyWorker) Work(ctx context.Context, job *river.Job[emergencyArgs]) error {
	e := w.of
	creator, admins, err := e.contactsNow(ctx)
	if err != nil {
		return err
	}
	to := creator
	if job.Args.Member != "" {
		// Somebody who is no longer an administrator is not alerted.
		at := slices.IndexFunc(admins, func(a emergencies.Contact) bool { return a.MemberID == job.Args.Member })
		if at < 0 {
			return nil
		}
		to = admins[at]
	} else if to.Email == "" && to.Phone == "" {
		return e.alertAdministrators(ctx, job.Args, admins)
	}
	if to.Email == "" && job.Args.Channel == store.Email || to.Phone == "" && job.Args.Channel == store.SMS {
		return nil // the other channel's job alerts
	}
	m, err := e.messages.Find(ctx, job.Args.ID)
	if store.CodeOf(err) == store.NotFound {
		return e.queue.giveUp(ctx, job.Kind, errors.New("the message is gone"))
	}
	if err != nil {
		return err
	}
	if job.Args.Channel == store.Email {
		err = e.delivery.Mailer.SendMail(ctx, emergency.Mail(e.delivery.Brand.CurrentBrand(ctx), to.Language, to.Email, m, job.Args.Again))
	} else {
		err = e.delivery.SMS.SendSMS(ctx, emergency.SMS(e.delivery.Brand.CurrentBrand(ctx), to.Language, to.Phone, m, job.Args.Again))
	}
	if err != nil {
		sentence := errors.New(store.AsError(err).Message)
		if store.CodeOf(err) != store.Invalid {
			return sentence
		}
		// The creator cannot be reached this way, and perhaps by none.
		if job.Args.Member == "" && !job.Args.Again && m.HandedOverAt.IsZero() && len(admins) > 0 {
			if _, err := e.queue.client.InsertMany(ctx, toAdministrators(job.Args.ID, false, admins)); err != nil {
				return err
			}
		}
		return e.queue.giveUp(ctx, job.Kind, sentence)
	}
	return e.messages.HandedOver(ctx, m.ID)
}

// contactsNow are the creator's and the administrators' ways that this node can use.
// An administrator without any is left out.
func (e *Emergencies) contactsNow(ctx context.Context) (creator emergencies.Contact, admins []emergencies.Contact, err error) {
	creator, admins, err = e.messages.Contacts(ctx)
	if err != nil {
		return creator, nil, err
	}
	creator.Email, creator.Phone = cmp.Or(e.contacts.Email, creator.Email), cmp.Or(e.contacts.Phone, creator.Phone)
	usable := func(c *emergencies.Contact) {
		if e.delivery.Mailer == nil {
			c.Email = ""
		}
		if e.delivery.SMS == nil {
			c.Phone = ""
		}
	}
	usable(&creator)
	for i := range admins {
		usable(&admins[i])
	}
	return creator, slices.DeleteFunc(admins, func(a emergencies.Contact) bool { return a.Email == "" && a.Phone == "" }), nil
}

// toAdministrators are the jobs that alert each of them once, by mail where they have it.
func toAdministrators(message string, again bool, admins []emergencies.Contact) []river.InsertManyParams {
	var jobs []river.InsertManyParams
	for _, a := range admins {
		args := emergencyArgs{ID: message, Channel: store.Email, Again: again, Member: a.MemberID}
		if a.Email == "" {
			args.Channel = store.SMS
		}
		// A job that is worked twice queues nobody twice.
		jobs = append(jobs, river.InsertManyParams{Args: args, InsertOpts: &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true}}})
	}
	return jobs
}

// alertAdministrators is for a creator whom no mail and no text reaches. Of the
// creator's two jobs the one for mail does it. The escalation of a message alerts the
// administrators anyway.
func (e *Emergencies) alertAdministrators(ctx context.Context, args emergencyArgs, admins []emergencies.Contact) error {
	switch {
	case args.Channel != store.Email || args.Again:
		return nil
	case len(admins) == 0:
		return e.queue.giveUp(ctx, args.Kind(), errors.New("neither the creator nor an administrator can be alerted"))
	}
	_, err := e.queue.client.InsertMany(ctx, toAdministrators(args.ID, false, admins))
	return err
}

// escalationWorker looks at a critical message that may have been overlooked.
type escalationWorker struct {
	river.WorkerDefaults[escalationArgs]
	of *Emergencies
}

// Work alerts the creator again and every administrator, once.
func (w *escalationWorker) Work(ctx context.Context, job *river.Job[escalationArgs]) error {
	e := w.of
	_, admins, err := e.contactsNow(ctx)
	if err != nil {
		return err
	}
	again := append([]river.InsertManyParams{
		{Args: emergencyArgs{ID: job.Args.ID, Channel: store.Email, Again: true}},
		{Args: emergencyArgs{ID: job.Args.ID, Channel: store.SMS, Again: true}},
	}, toAdministrators(job.Args.ID, true, admins)...)
	return e.messages.Escalate(ctx, job.Args.ID, func(ctx context.Context, tx pgx.Tx) error {
		_, err := e.queue.client.InsertManyTx(ctx, tx, again)
		return err
	})
}
