// Uploads and the messages that carry them: an upload is claimed by the message
// in the message's own transaction.

package roomlog

import (
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
	"muster/store/postgres"
	"muster/store/roomlog"
)

// claimUploads gives uploads to messages that are about to be stored: those of
// the sender, in the room, of the kind, ready and not yet sent. The rooms' heads
// are locked, so of two messages with one upload the second finds it taken.
const claimUploads = `
update uploads u set message_id = g.message_id
from unnest($1::int[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::uuid[])
	as g(index, member_id, room_id, message_id, kind, upload_id)
where u.id = g.upload_id and u.owner_id = g.member_id and u.room_id = g.room_id and u.kind = g.kind
  and u.ready_at is not null and u.deleted_at is null and (u.message_id is null or u.message_id = g.message_id)
returning g.index, ` + uploadObject

// settleUploads gives back the uploads of messages that were not stored, and
// notes the numbers of those that were.
const settleUploads = `
update uploads u set message_id = m.id, seq = m.seq
from unnest($1::uuid[]) as g(message_id)
left join lateral (select id, seq from messages where id = g.message_id limit 1) m on true
where u.message_id = g.message_id`

// mediaCases refuse a message of media whose sender is no administrator any more
// or that has not claimed its upload. Other messages look nothing up.
const mediaCases = `
	       when g.kind in ('image', 'video', 'voice') and not st.is_admin then 'media_admins_only'
	       when g.kind in ('image', 'video', 'voice') and not exists (select from uploads where message_id = g.message_id) then 'media_unknown'`

// removeUploads ends the uploads of the messages of "numbered" at once, and
// queues the removal of their files.
const removeUploads = `
ended as (
	update uploads u set deleted_at = n.at from numbered n where u.message_id = n.message_id returning u.id
),
queued as (` + queueRemovals + `)`

// queueRemovals queues the removal of the files of "ended".
const queueRemovals = `
	insert into river_job (kind, args, max_attempts, scheduled_at)
	select '` + postgres.MediaRemovalJob + `', jsonb_build_object('upload', id), 25, 'epoch' from ended`

// withUploads are the commands of a batch that carry an upload.
func withUploads(rows []*pendingCommand) []*pendingCommand {
	var out []*pendingCommand
	for _, r := range rows {
		if r.command.Kind == roomlog.MessageSent && r.uploadID.Valid {
			out = append(out, r)
		}
	}
	return out
}

// queueClaims queues the claims of uploads, before the messages are judged.
func queueClaims(b *pgx.Batch, rows []*pendingCommand) {
	n := len(rows)
	if n == 0 {
		return
	}
	indexes, rooms, kinds := make([]int32, n), make([]string, n), make([]string, n)
	members, messages, uploads := make([]pgtype.UUID, n), make([]pgtype.UUID, n), make([]pgtype.UUID, n)
	for i, r := range rows {
		r.upload = nil
		indexes[i], rooms[i], kinds[i] = int32(i), r.command.Room, string(r.command.Draft.Kind)
		members[i], messages[i], uploads[i] = r.member, r.message, r.uploadID
	}
	b.Queue(claimUploads, indexes, members, rooms, messages, kinds, uploads).Query(func(res pgx.Rows) error {
		var index int32
		var upload *store.Upload
		_, err := pgx.ForEachRow(res, []any{&index, &upload}, func() error {
			rows[index].upload, upload = upload, nil
			return nil
		})
		return err
	})
}

// queueSettling queues what follows once the messages are stored or refused.
func queueSettling(b *pgx.Batch, rows []*pendingCommand) {
	if len(rows) == 0 {
		return
	}
	messages := make([]pgtype.UUID, len(rows))
	for i, r := range rows {
		messages[i] = r.message
	}
	b.Queue(settleUploads, messages)
}
