// What tells open back offices that something changed.

package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store"
)

// tellAdmins writes a change for every administrator's own sockets, which the nodes
// read within a second. It waits for no other transaction.
func tellAdmins(ctx context.Context, tx pgx.Tx, c store.AdminChanged) error {
	_, err := toAdmins(ctx, tx, "admin:"+c.Part+":"+c.UserID, store.AdminChangedKind, c)
	return err
}

// toAdmins writes a value about topic for every administrator's own sockets, and gives
// it with its numbers.
func toAdmins(ctx context.Context, tx pgx.Tx, topic, kind string, payload any) ([]store.Broadcast, error) {
	rows, err := tx.Query(ctx, `select member_id::text from member_standing where is_admin and not sign_in_disabled`)
	if err != nil {
		return nil, err
	}
	admins, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(admins) == 0 {
		return nil, err
	}
	values := make([]store.Broadcast, 0, len(admins))
	for _, admin := range admins {
		b, err := store.NewBroadcast(store.MemberSubject(admin, topic), kind, payload)
		if err != nil {
			return nil, err
		}
		values = append(values, b)
	}
	return appendBroadcasts(ctx, tx, values...)
}
