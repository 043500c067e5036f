// The development stand-in for mail and text providers.

package people

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/postgres"
)

// outboxKept is how many messages the outbox remembers.
const outboxKept = 500

// Outbox catches mails and texts in a table, where a person who tries the
// product reads its codes. It is never used by a production node.
type Outbox struct{ db *postgres.DB }

// NewOutbox makes the stand-in; it is a store.Mailer and a store.SMSSender.
func NewOutbox(db *postgres.DB) *Outbox { return &Outbox{db: db} }

// SendMail keeps the mail.
func (o *Outbox) SendMail(ctx context.Context, mail store.Mail) error {
	return o.store(ctx, store.Email, mail.To, mail.Subject, mail.Text)
}

// SendSMS keeps the text.
func (o *Outbox) SendSMS(ctx context.Context, text store.SMSMessage) error {
	return o.store(ctx, store.SMS, text.To, "", text.Body)
}

func (o *Outbox) store(ctx context.Context, channel store.Channel, to, subject, body string) error {
	batch := &pgx.Batch{}
	batch.Queue(`insert into outbox (channel, recipient, subject, body) values ($1, $2, $3, $4)`, string(channel), to, subject, body)
	batch.Queue(`delete from outbox where number <= (select max(number) from outbox) - $1`, outboxKept)
	return o.db.WriteEach(ctx, func(ctx context.Context, on *pgxpool.Conn) error { return on.SendBatch(ctx, batch).Close() })
}

// Newest reads at most limit messages, newest first.
func (o *Outbox) Newest(ctx context.Context, limit int) ([]store.SentMessage, error) {
	rows, err := o.db.Pool().Query(ctx, `select id::text, channel, recipient as "to", subject, body as text, created_at
		from outbox order by number desc limit $1`, limit)
	if err != nil {
		return nil, postgres.Fault(err)
	}
	sent, err := pgx.CollectRows(rows, pgx.RowToStructByPos[store.SentMessage])
	return sent, postgres.Fault(err)
}
