package people

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/postgres"
)

// Tables are members, who may sign in and how, what members show of themselves, and the
// copies of their data.
func (*People) Tables() map[string]string {
	return map[string]string{
		"applicants":       "",
		"exports":          "when you asked for copies like this one",
		"login_buckets":    "",
		"login_devices":    "",
		"member_directory": "an index of what account.json and points.json say",
		"member_places":    "an index of what sessions.json and points.json say",
		"member_search":    "an index of what account.json says",
		"member_standing":  "",
		"members":          "",
		"notices":          "",
		"one_time_codes":   "",
		"outbox":           "",
		"profile_pictures": "earlier pictures, which are removed; the one you show is in the file picture",
		"profile_views":    "who looked at a profile; their number is in profile.json",
		"profiles":         "",
		"session_seen":     "",
		"sessions":         "",
		"username_changes": "",
		"welcomes":         "whether the first steps were shown",
		"usernames":        "names that you have held: in username-changes.json",
	}
}

// Erase deletes what a member shows of itself, was notified of and asked for. Its own row and
// its sessions end with the erasure (EraseDue).
func (*People) Erase(ctx context.Context, tx pgx.Tx, m store.Member) error {
	return postgres.EraseRows(ctx, tx, m,
		`delete from username_changes where member_id = $1`,
		// What the member was called is held back from others as after a change, without saying what it was.
		`delete from usernames where member_id = $1 and held_until <= muster_now() or username = any(array(
			select `+heldName(`username`)+` from usernames where member_id = $1))`,
		`update usernames set username = `+heldName(`username`)+`, held_until = coalesce(held_until, muster_now() + interval '`+usernameRest+`') where member_id = $1`,
		`delete from profiles where member_id = $1`,
		`delete from profile_views where viewer_id = $1`,
		// By the days that there are: the primary key begins with them.
		`delete from profile_views where member_id = $1 and day = any(array(
			select d::date from generate_series((select min(day) from profile_views)::timestamp, (select max(day) from profile_views), '1 day') d))`,
		`delete from notices where member_id = $1`,
		`delete from welcomes where member_id = $1`,
		`update exports set expires_at = muster_now() where member_id = $1 and (expires_at is null or expires_at > muster_now())`,
		`with ended as (update profile_pictures set deleted_at = muster_now(), in_use = false where member_id = $1 and deleted_at is null returning id)
			insert into river_job (kind, args, max_attempts, scheduled_at)
			select '`+postgres.MediaRemovalJob+`', jsonb_build_object('upload', id), 25, 'epoch' from ended`)
}

// Export gives what a member is and shows, where it signed in, its rights and its notices.
func (*People) Export(context.Context, pgx.Tx, store.Member) ([]postgres.ExportFile, error) {
	return []postgres.ExportFile{
		{Name: "account.json", About: "who you are here", Query: `select id, name, email, phone, username, username_at, language, is_creator, created_at, updated_at, erase_at from members where id = $1`},
		{Name: "profile.json", About: "what you show of yourself", Query: `select public_bio, show_rank_public, profile_private, skills_tags, badge_tags, views, updated_at from profiles where member_id = $1`},
		{Name: "username-changes.json", About: "your usernames", Query: `select old_username, new_username, at from username_changes where member_id = $1 order by at`},
		{Name: "sessions.json", About: "where you signed in", Query: `select s.created_at, s.expires_max, s.revoked_at, seen.last_seen_at, seen.device, seen.address
			from sessions s left join session_seen seen on seen.session_id = s.id where s.person_id = $1 order by s.created_at`},
		{Name: "standing.json", About: "your rights here", Query: `select is_admin, chat_enabled, banned_until, sign_in_disabled from member_standing where member_id = $1`},
		{Name: "notices.json", About: "notices to you about reports", Query: `select kind, detail, at from notices where member_id = $1 order by at`},
	}, nil
}

// ActivityQuery selects who joined, signed in or took another username.
func (*People) ActivityQuery() string {
	return `
		(select 'name:' || id as id, id as number, at, 'username_changed' as kind, member_id as actor, null::uuid as member, '' as room,
		        jsonb_build_object('before', coalesce(old_username, ''), 'after', new_username) as detail
		 from username_changes where id > $4 order by username_changes.id desc limit $6)
		union all
		(select 'session:' || id, 0, created_at, 'sign_in', person_id, null, '', '{}'::jsonb
		 from sessions where kind = 'member' and created_at > $5 order by created_at desc limit $6)
		union all
		(select 'member:' || member_id, 0, created_at, 'member_added', member_id, null, '', '{}'::jsonb
		 from member_directory where created_at > $5 order by created_at desc limit $6)`
}

// BackupPart counts the members. Its files are pictures of profiles and copies of data.
func (*People) BackupPart() postgres.BackupPart {
	return postgres.BackupPart{
		Totals: map[string]string{"members": `select count(*) from members`},
		Files: `select p.id, v, 'image/jpeg' from profile_pictures p, unnest(array['file', 'thumbnail']) v where p.in_use and p.deleted_at is null
			union all select id, 'export', 'application/zip' from exports where ready_at is not null and removed_at is null`,
	}
}
