// The profiles that members see of each other, and their own.

package people

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/money"
	"muster/store/people"
	"muster/store/postgres"
	"muster/store/rank"
)

// profileColumns read the profile "p", which may be missing.
const profileColumns = `
	coalesce(p.public_bio, ''), coalesce(p.show_rank_public, false), coalesce(p.profile_private, false),
	coalesce(p.skills_tags, '[]'), coalesce(p.badge_tags, '[]'), coalesce(p.picture_id::text, '')`

// MeritColumns read what decides the rank of the account "a", which may be missing.
const MeritColumns = `coalesce(a.points, 0), coalesce(a.guardian, false), coalesce(a.honorary_rank, '')`

// MeritTargets are the places for MeritColumns, in their order.
func MeritTargets(m *rank.Merit) []any { return []any{&m.Points, &m.Guardian, &m.Honorary} }

func profileTargets(p *people.Profile) []any {
	return []any{&p.Bio, &p.ShowRank, &p.Private, &p.Skills, &p.Badges, &p.Picture}
}

// publicProfile is the query of PublicProfile. A view is counted by the statement
// that shows the profile: once a day for each viewer, and never one's own. Messages
// are found by the index of sends, since one of messages would make each send dearer.
const publicProfile = `
	with found as (
		select m.id from members m left join profiles p on p.member_id = m.id
		where m.username = $2 and m.erased_at is null and (not coalesce(p.profile_private, false) or m.id = $3 or $4)
	),
	viewed as (
		insert into profile_views (day, member_id, viewer_id)
		select (muster_now() at time zone $5)::date, m.id, v.id
		from found join members m on m.id = found.id and m.erased_at is null join members v on v.id = $3 and v.id <> m.id and v.erased_at is null
		where not exists (select from profile_views w where w.day = (muster_now() at time zone $5)::date and w.member_id = m.id and w.viewer_id = v.id)
		for key share of m, v
		on conflict do nothing returning member_id
	),
	counted as (
		insert into profiles as p (member_id, views) select member_id, 1 from viewed
		on conflict (member_id) do update set views = p.views + 1 returning views
	)
	select ` + profileColumns + `, ` + MeritColumns + `, m.id::text, m.username, m.is_creator, m.created_at,
	       coalesce((select views from counted), p.views, 0), ` + postgres.IsRecentContributor + `,
	       (select count(*) from sends s join messages e on e.id = s.message_id
	        where s.sender_id = m.id and s.at > muster_now() - $6::interval - interval '1 hour'
	          and e.created_at > muster_now() - $6::interval and e.deleted_at is null), ` + postgres.BroadcastPosition + `
	from found join members m on m.id = found.id
	left join profiles p on p.member_id = m.id left join member_points a on a.member_id = m.id`

// PublicProfile shows a profile to another member, or to its own, and counts the
// view. It fails with NotFound (people.ErrProfileHidden) when there is none of that
// username, for one that was erased, and for a private one unless the viewer is an
// administrator or its own.
func (pe *People) PublicProfile(ctx context.Context, viewer store.Member, username string) (people.PublicProfile, error) {
	var p people.PublicProfile
	viewerID, ok := postgres.ParseID(viewer.ID)
	name, known := writtenUsername(username)
	if !ok || !known {
		return p, people.ErrProfileHidden()
	}
	err := pe.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		p = people.PublicProfile{}
		err := tx.QueryRow(ctx, publicProfile, pe.db.ContributorWindow(), name, viewerID, viewer.IsAdmin, pe.db.Zone().String(), people.RecentMessagesAge).
			Scan(slices.Concat(profileTargets(&p.Profile), MeritTargets(&p.Merit),
				[]any{&p.MemberID, &p.Username, &p.IsCreator, &p.MemberSince, &p.Views, &p.RecentContributor, &p.RecentMessages, &p.AsOf.Log})...)
		if postgres.NoRow(err) {
			return people.ErrProfileHidden()
		}
		return err
	})
	return p, err
}

// writtenUsername is the stored form of a username, false for what can be none.
func writtenUsername(raw string) (string, bool) {
	raw = strings.TrimSpace(raw)
	for _, c := range []byte(raw) {
		if c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return "", false
		}
	}
	return strings.ToLower(raw), raw != ""
}

// ProfilePictures gives what lists show of members, by lower-case username; unknown
// names and those of erased members are left out. It fails with Invalid for more than people.ProfileBatch names.
func (pe *People) ProfilePictures(ctx context.Context, usernames []string) (found map[string]people.ProfilePicture, asOf store.AsOf, err error) {
	if len(usernames) > people.ProfileBatch {
		return nil, asOf, people.ErrBatchTooLarge()
	}
	names := make([]string, 0, len(usernames))
	for _, raw := range usernames {
		if name, known := writtenUsername(raw); known {
			names = append(names, name)
		}
	}
	err = pe.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		found = map[string]people.ProfilePicture{}
		rows, err := conn.Query(ctx, `
			select `+postgres.BroadcastPosition+`, m.id::text, m.username, coalesce(p.picture_id::text, ''), `+postgres.IsRecentContributor+`
			from members m left join profiles p on p.member_id = m.id where m.username = any($2) and m.erased_at is null`, pe.db.ContributorWindow(), names)
		if err != nil {
			return err
		}
		var one people.ProfilePicture
		_, err = pgx.ForEachRow(rows, []any{&asOf.Log, &one.MemberID, &one.Username, &one.Picture, &one.RecentContributor}, func() error {
			found[one.Username] = one
			return nil
		})
		return err
	})
	return found, asOf, err
}

// OwnProfile reads a profile for its own member.
func (pe *People) OwnProfile(ctx context.Context, memberID string) (people.OwnProfile, error) {
	var p people.OwnProfile
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return p, postgres.ErrMemberUnknown()
	}
	err := pe.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		p = people.OwnProfile{}
		var contributed int64
		err := conn.QueryRow(ctx, `
			select `+profileColumns+`, coalesce(p.views, 0), coalesce(p.updated_at, m.updated_at), m.language,
			       (select coalesce(sum(`+postgres.KeptCents+`), 0)::bigint from contributions c where c.member_id = m.id)
			from members m left join profiles p on p.member_id = m.id
			where m.id = $1`, id).
			Scan(append(profileTargets(&p.Profile), &p.Views, &p.UpdatedAt, &p.Language, &contributed)...)
		p.Contributed = money.Cents(contributed)
		if postgres.NoRow(err) {
			return postgres.ErrMemberUnknown()
		}
		return err
	})
	return p, err
}

// ChangeProfile changes a member's own profile. It gives the broadcasts for the hub
// (actors.Hub.Broadcast): that the profile changed, and that a private one shows
// no contributor's mark. It fails with Invalid as people.CleanBio and
// people.SkillsChange do.
func (pe *People) ChangeProfile(ctx context.Context, memberID string, change people.ProfileChange) ([]store.Broadcast, error) {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return nil, postgres.ErrMemberUnknown()
	}
	if change == (people.ProfileChange{}) {
		return nil, nil
	}
	if change.Bio != nil {
		bio, err := people.CleanBio(*change.Bio)
		if err != nil {
			return nil, err
		}
		change.Bio = &bio
	}
	var broadcasts []store.Broadcast
	err := pe.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		broadcasts = nil
		if err := LockProfile(ctx, tx, id); err != nil {
			return err
		}
		before, err := pe.db.Contributor(ctx, tx, id)
		if err != nil {
			return err
		}
		skills, err := changedSkills(ctx, tx, id, change.Skills)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `
			update profiles set profile_private = coalesce($2, profile_private), show_rank_public = coalesce($3, show_rank_public),
			       public_bio = coalesce($4, public_bio), skills_tags = coalesce($5, skills_tags),
			       updated_at = muster_now() where member_id = $1`, id, change.Private, change.ShowRank, change.Bio, skills); err != nil {
			return err
		}
		values, err := pe.db.ContributorBroadcast(ctx, tx, id, before)
		if err != nil {
			return err
		}
		changed, err := profileBroadcastIn(ctx, tx, id)
		if err != nil {
			return err
		}
		broadcasts, err = postgres.AppendBroadcasts(ctx, tx, append(values, changed)...)
		return err
	})
	return broadcasts, err
}

// changedSkills is what a change makes of the tags as they are; nil without one. The
// profile is locked.
func changedSkills(ctx context.Context, tx pgx.Tx, member pgtype.UUID, change *people.SkillsChange) (*[]people.SkillTag, error) {
	if change == nil {
		return nil, nil
	}
	var now []people.SkillTag
	if err := tx.QueryRow(ctx, `select skills_tags from profiles where member_id = $1`, member).Scan(&now); err != nil {
		return nil, err
	}
	after, err := change.Apply(now)
	return &after, err
}

// profileBroadcastIn is the broadcast that a member's profile is another.
func profileBroadcastIn(ctx context.Context, tx pgx.Tx, member pgtype.UUID) (store.Broadcast, error) {
	c := people.ProfileChanged{UserID: member.String()}
	if err := tx.QueryRow(ctx, `
		select coalesce(m.username, ''), coalesce(p.picture_id::text, '') from members m left join profiles p on p.member_id = m.id
		where m.id = $1`, member).Scan(&c.Username, &c.Picture); err != nil {
		return store.Broadcast{}, err
	}
	return people.NewProfileChanged(c)
}

// LockProfile makes sure of a member's row and locks it. It fails with NotFound for who was
// erased, also while a picture was still on its way.
func LockProfile(ctx context.Context, tx pgx.Tx, member pgtype.UUID) error {
	if err := postgres.KeepMemberIn(ctx, tx, member); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `insert into profiles (member_id) values ($1) on conflict (member_id) do update set views = profiles.views`, member)
	return err
}

// SetBadgesIn stores the badges of a member whose profile is locked.
func SetBadgesIn(ctx context.Context, tx pgx.Tx, member pgtype.UUID, badges []rank.BadgeTag) error {
	_, err := tx.Exec(ctx, `update profiles set badge_tags = $2, updated_at = muster_now() where member_id = $1`, member, badges)
	return err
}
