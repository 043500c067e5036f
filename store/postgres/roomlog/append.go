// Append: the one way into the rooms' logs.

package roomlog

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"muster/store"
	"muster/store/postgres"
	"muster/store/roomlog"
)

// Append records commands of any rooms in one transaction of one round trip, in
// the order given, and answers each by its own outcome:
//
//   - Unauthorized: the session was revoked or has run out
//   - Forbidden: roomlog.ErrBanned, ErrNoRoomAccess, ErrUsernameRequired, ErrNotYours
//   - NotFound: roomlog.ErrMessageUnknown, also for a message of another room
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
func (l *Log) Append(ctx context.Context, commands []roomlog.Command) ([]roomlog.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, postgres.CallTimeout)
	defer cancel()
	results := make([]roomlog.Result, len(commands))
	var rows []*pendingCommand
	for i := range commands {
		r, refused := newPendingCommand(i, &commands[i])
		if refused != nil {
			results[i].Err = refused
			continue
		}
		r.slow = r.command.Kind == roomlog.MessageSent && l.slow.has(r.command.Room)
		rows = append(rows, r)
	}
	if len(rows) == 0 {
		return results, nil
	}
	if err := l.appendParted(ctx, rows); err != nil {
		return nil, postgres.Fault(err)
	}
	l.appendSlow(ctx, rows)
	l.readExisting(ctx, rows)
	for _, r := range rows {
		results[r.index] = r.result()
	}
	return results, nil
}

// appendSlow does the messages again that were for a room with slow mode, which this
// node did not know. So they come after what else of the call was for that room.
func (l *Log) appendSlow(ctx context.Context, rows []*pendingCommand) {
	var slow []*pendingCommand
	for _, r := range rows {
		switch {
		case r.outcome == "slow_room":
			l.slow.set(r.command.Room, true)
			r.slow = true
			slow = append(slow, r)
		case r.outcome == "ok" && r.command.Kind == roomlog.MessageSent && !r.slow && l.slow.has(r.command.Room):
			l.slow.set(r.command.Room, false)
		}
	}
	if len(slow) == 0 {
		return
	}
	if err := l.appendParted(ctx, slow); err != nil {
		for _, r := range slow {
			r.refuse(postgres.Fault(err))
		}
	}
}

// appendParted appends what can be appended together. Commands whose rows
// somebody else holds locked are refused, so that they do not fail the others;
// a command that no database can hold fails alone.
func (l *Log) appendParted(ctx context.Context, rows []*pendingCommand) error {
	ready := l.reserve(ctx, rows)
	err := l.appendRows(ctx, ready)
	if isLockTimeout(err) && l.findLocked(ctx, ready) == nil {
		ready = l.reserve(ctx, ready)
		err = l.appendRows(ctx, ready)
	}
	switch {
	case isDataError(err) && len(ready) > 1:
		for _, r := range ready {
			if alone := l.appendRows(ctx, []*pendingCommand{r}); alone != nil {
				r.refuse(postgres.Fault(alone))
			}
		}
	case isDataError(err):
		ready[0].refuse(postgres.Fault(err))
	case isLockTimeout(err):
		for _, r := range ready {
			r.refuse(store.ErrBusy())
		}
	default:
		return err
	}
	return nil
}

// isLockTimeout is true when a row was locked by somebody else for longer than
// the lock time-out.
func isLockTimeout(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "55P03"
}

// isDataError says that data of one row made the statement fail: a data exception
// or a violated constraint.
func isDataError(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code[:2] == "22" || pg.Code[:2] == "23")
}

// appendRows runs the transaction until it is known to be committed or known
// to have failed, as far as the call's time allows.
func (l *Log) appendRows(ctx context.Context, rows []*pendingCommand) error {
	if len(rows) == 0 {
		return nil
	}
	for try := 0; ; try++ {
		sent, err := l.appendOnce(ctx, rows)
		if err == nil {
			return nil
		}
		if !(postgres.ConnectionLost(err) || postgres.IsContention(err)) || !postgres.Backoff(ctx, try) {
			return err
		}
		if sent && postgres.ConnectionLost(err) {
			for _, r := range rows {
				r.offeredBefore = true
			}
		}
	}
}

// appendOnce runs the transaction once. sent says that the database may have
// got it, so that after a lost connection its outcome is unknown.
func (l *Log) appendOnce(ctx context.Context, rows []*pendingCommand) (sent bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, postgres.AttemptTimeout)
	defer cancel()
	conn, release, err := l.live.AcquireToWrite(ctx)
	if err != nil {
		return false, err
	}
	defer release()

	var b pgx.Batch
	b.Queue("begin")
	queueLocks(&b, rows)
	for _, s := range statementBatches(rows) {
		s.queue(&b)
	}
	l.queuePreviews(&b, rows)
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
	if len(rows) == 1 {
		queueLoneLocks(b, rows[0].command.Room, rows[0].member, rows[0].session)
		return
	}
	rooms, members, sessions := neededRows(rows)
	b.Queue(lockHeads, rooms)
	b.Queue(permissionLocks[0], members)
	b.Queue(permissionLocks[1], sessions)
	b.Queue(permissionLocks[2], rooms)
	b.Queue(permissionLocks[3], rooms, members)
}
