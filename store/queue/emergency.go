// The jobs that tell the creator of an emergency message.

package queue

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"muster/store"
	"muster/store/postgres"
)

// EmergencyContacts are where the creator is told. Without them it is the creator's
// own address and phone as a member.
type EmergencyContacts struct {
	Email, Phone string
	// EscalateAfter is how long a critical message may stay unacknowledged.
	EscalateAfter time.Duration
}

// Emergencies queues and works the telling of emergency messages
// (postgres.EmergencyQueue).
type Emergencies struct {
	queue    *Queue
	delivery Delivery
	contacts EmergencyContacts
	messages *postgres.Emergencies
}

// AddEmergencies registers the jobs and returns the emergency messages.
func (q *Queue) AddEmergencies(d Delivery, contacts EmergencyContacts) *postgres.Emergencies {
	e := &Emergencies{queue: q, delivery: d, contacts: contacts}
	e.messages = postgres.NewEmergencies(q.db, e)
	river.AddWorker(q.workers, &emergencyWorker{of: e})
	river.AddWorker(q.workers, &escalationWorker{of: e})
	return e.messages
}

// emergencyArgs name one way of one message to one address; they hold no text and no
// address.
type emergencyArgs struct {
	ID      string        `json:"id"`
	Channel store.Channel `json:"channel"`
	Again   bool          `json:"again,omitempty"` // it was not acknowledged in time
	Admins  bool          `json:"admins,omitempty"`
	Number  int           `json:"number,omitempty"` // of the administrator
}

func (emergencyArgs) Kind() string { return "emergency_message" }

// InsertOpts goes on trying for a day.
func (emergencyArgs) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: 150} }

// escalationArgs name a message to look at again.
type escalationArgs struct {
	ID string `json:"id"`
}

func (escalationArgs) Kind() string { return "emergency_escalation" }

// QueueEmergency implements postgres.EmergencyQueue.
func (e *Emergencies) QueueEmergency(ctx context.Context, tx pgx.Tx, m store.Emergency) error {
	for _, channel := range []store.Channel{store.Email, store.SMS} {
		if err := e.queue.insertNow(ctx, tx, emergencyArgs{ID: m.ID, Channel: channel}); err != nil {
			return err
		}
	}
	if m.Priority != store.CriticalPriority || e.contacts.EscalateAfter <= 0 {
		return nil
	}
	_, err := e.queue.client.InsertTx(ctx, tx, escalationArgs{m.ID}, &river.InsertOpts{ScheduledAt: m.SentAt.Add(e.contacts.EscalateAfter)})
	return err
}

// emergencyWorker tells the creator by one channel.
type emergencyWorker struct {
	river.WorkerDefaults[emergencyArgs]
	of *Emergencies
}

// emergencyBackoff is the longest wait between two attempts.
const emergencyBackoff = 10 * time.Minute

// NextRetry spaces the attempts: 1 s, 2 s, 4 s … up to 10 minutes.
func (w *emergencyWorker) NextRetry(job *river.Job[emergencyArgs]) time.Time {
	return time.Now().Add(min(emergencyBackoff, time.Second<<min(job.Attempt-1, 10)))
}

// Work sends one mail or text and notes that it was handed over.
func (w *emergencyWorker) Work(ctx context.Context, job *river.Job[emergencyArgs]) error {
	e := w.of
	m, err := e.messages.Find(ctx, job.Args.ID)
	if store.CodeOf(err) == store.NotFound {
		return e.queue.giveUp(ctx, job.Kind, errors.New("the message is gone"))
	}
	if err != nil {
		return err
	}
	email, phone, admins, err := e.messages.CreatorContacts(ctx)
	if err != nil {
		return err
	}
	if e.contacts.Email != "" {
		email = e.contacts.Email
	}
	if e.contacts.Phone != "" {
		phone = e.contacts.Phone
	}
	if job.Args.Admins {
		phone, email = "", ""
		if job.Args.Number < len(admins) {
			email = admins[job.Args.Number]
		}
	}
	switch {
	case job.Args.Channel == store.Email && email != "" && e.delivery.Mailer != nil:
		err = e.delivery.Mailer.SendMail(ctx, store.EmergencyMail(e.delivery.Brand, email, m, job.Args.Again))
	case job.Args.Channel == store.SMS && phone != "" && e.delivery.SMS != nil:
		err = e.delivery.SMS.SendSMS(ctx, store.EmergencySMS(e.delivery.Brand, phone, m, job.Args.Again))
	default:
		return nil // there is no such way to the creator
	}
	if err != nil {
		sentence := errors.New(store.AsError(err).Message)
		if store.CodeOf(err) == store.Invalid {
			return e.queue.giveUp(ctx, job.Kind, sentence)
		}
		return sentence
	}
	return e.messages.HandedOver(ctx, m.ID)
}

// escalationWorker looks at a critical message that may have been overlooked.
type escalationWorker struct {
	river.WorkerDefaults[escalationArgs]
	of *Emergencies
}

// Work tells the creator again and every administrator, once.
func (w *escalationWorker) Work(ctx context.Context, job *river.Job[escalationArgs]) error {
	e := w.of
	_, _, admins, err := e.messages.CreatorContacts(ctx)
	if err != nil {
		return err
	}
	again := []river.InsertManyParams{
		{Args: emergencyArgs{ID: job.Args.ID, Channel: store.Email, Again: true}},
		{Args: emergencyArgs{ID: job.Args.ID, Channel: store.SMS, Again: true}},
	}
	for i := range admins {
		again = append(again, river.InsertManyParams{Args: emergencyArgs{ID: job.Args.ID, Channel: store.Email, Again: true, Admins: true, Number: i}})
	}
	return e.messages.Escalate(ctx, job.Args.ID, func(ctx context.Context, tx pgx.Tx) error {
		_, err := e.queue.client.InsertManyTx(ctx, tx, again)
		return err
	})
}
