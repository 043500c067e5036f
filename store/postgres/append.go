// Append: the one way into the rooms' logs.

package postgres

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
)

const lockHeads = `select 1 from room_heads where room_id = any($1::text[]) order by room_id for update`

// Append records commands of any rooms in one transaction of one round trip, in
// the order given, and answers each by its own outcome:
//
//   - Unauthorized: the session was revoked or has run out
//   - Forbidden: store.ErrBanned, ErrNoRoomAccess, ErrUsernameRequired, ErrNotYours
//   - NotFound: store.ErrMessageUnknown, also for a message of another room
//   - Invalid: text that no database can hold
//
// An error is returned only when nothing is known to be stored: Unavailable.
// An unknown commit outcome has been read back by then: the same commands are
// offered again, and each finds itself in the log if it is there.
//
// The order of statements is the heart of it. First the rooms' heads are
// locked, in id order. Then, in new statements, the rows that permit the commands
// are share-locked. Only then, in new statements again, are the commands judged,
// stored and numbered: under READ COMMITTED a statement that waits for a lock
// works on the snapshot from before the wait, so judging or numbering any
// earlier stores a banned member's message or leaves a hole.
func (db *DB) Append(ctx context.Context, commands []store.Command) ([]store.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	results := make([]store.Result, len(commands))
	var rows []*pendingCommand
	for i := range commands {
		r, refused := newPendingCommand(i, &commands[i])
		if refused != nil {
			results[i].Err = refused
			continue
		}
		rows = append(rows, r)
	}
	if len(rows) == 0 {
		return results, nil
	}
	err := db.appendRows(ctx, rows)
	if isDataError(err) && len(rows) > 1 {
		// One row spoils the statement for all: each alone, so that only the
		// bad one fails.
		err = nil
		for _, r := range rows {
			if alone := db.appendRows(ctx, []*pendingCommand{r}); alone != nil {
				r.refuse(fault(alone))
			}
		}
	} else if isDataError(err) {
		rows[0].refuse(fault(err))
		err = nil
	}
	if err != nil {
		return nil, fault(err)
	}
	db.readExisting(ctx, rows)
	for _, r := range rows {
		results[r.index] = r.result()
	}
	return results, nil
}

// isDataError says that data of one row made the statement fail: a data exception
// or a violated constraint.
func isDataError(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code[:2] == "22" || pg.Code[:2] == "23")
}

// appendRows runs the transaction until it is known to be committed or known
// to have failed, as far as the call's time allows.
func (db *DB) appendRows(ctx context.Context, rows []*pendingCommand) error {
	for try := 0; ; try++ {
		sent, err := db.appendOnce(ctx, rows)
		if err == nil {
			return nil
		}
		if !(connectionLost(err) || isContention(err)) || !backoff(ctx, try) {
			return err
		}
		if sent && connectionLost(err) {
			for _, r := range rows {
				r.offeredBefore = true
			}
		}
	}
}

// appendOnce runs the transaction once. sent says that the database may have
// got it, so that after a lost connection its outcome is unknown.
func (db *DB) appendOnce(ctx context.Context, rows []*pendingCommand) (sent bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	conn, err := db.pool.Acquire(ctx)
	if err != nil {
		return false, err
	}
	defer conn.Release()

	var b pgx.Batch
	b.Queue("begin")
	// A plan made anew for every call would cost more than a small call itself.
	b.Queue("set local plan_cache_mode = force_generic_plan")
	queueLocks(&b, rows)
	for _, s := range statementBatches(rows) {
		s.queue(&b)
	}
	committed := false
	b.Queue("commit").Exec(func(tag pgconn.CommandTag) error {
		committed = tag.String() == "COMMIT"
		return nil
	})
	err = conn.SendBatch(ctx, &b).Close()
	if err == nil && !committed {
		err = errors.New("postgres: commit was answered by a rollback")
	}
	if err != nil && conn.Conn().PgConn().TxStatus() != 'I' && !conn.Conn().IsClosed() {
		conn.Exec(ctx, "rollback")
	}
	return !pgconn.SafeToRetry(err), err
}

// queueLocks queues the locks of the whole transaction.
func queueLocks(b *pgx.Batch, rows []*pendingCommand) {
	var rooms []string
	var members, sessions []pgtype.UUID
	for _, r := range rows {
		rooms = append(rooms, r.command.Room)
		members = append(members, r.member)
		sessions = append(sessions, r.session)
	}
	rooms, members, sessions = distinct(rooms, compareText), distinct(members, compareID), distinct(sessions, compareID)
	b.Queue(lockHeads, rooms)
	b.Queue(permissionLocks[0], members)
	b.Queue(permissionLocks[1], sessions)
	b.Queue(permissionLocks[2], rooms)
	b.Queue(permissionLocks[3], rooms, members)
}

func distinct[T comparable](all []T, compare func(a, b T) int) []T {
	slices.SortFunc(all, compare)
	return slices.Compact(all)
}
