package queue

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/language"
	"muster/store/people"
)

// Caught is a queue of codes and decisions that sends nothing and keeps the last code:
// the demo's applicants read theirs here.
type Caught struct{ Code string }

// QueueApplicationCode implements applications.Queue.
func (c *Caught) QueueApplicationCode(_ context.Context, _ pgx.Tx, _ people.CodePurpose, _ store.Identifier, _ language.Tag, code string, _ time.Time) error {
	c.Code = code
	return nil
}

// QueueApplicationSubmission implements applications.Queue.
func (c *Caught) QueueApplicationSubmission(context.Context, pgx.Tx, string) error { return nil }

// QueueApplicationDecision implements applications.Queue.
func (c *Caught) QueueApplicationDecision(context.Context, pgx.Tx, int64) error { return nil }

// QueueLoginCode implements members.CodeQueue.
func (c *Caught) QueueLoginCode(_ context.Context, _ pgx.Tx, _ store.Identifier, _ language.Tag, code string, _ time.Time) error {
	c.Code = code
	return nil
}
