// Badges that administrators give to members.

package rank

import (
	"context"
	"encoding/base64"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/postgres"
	members "muster/store/postgres/people"
	"muster/store/rank"
)

// Badges are the badges of a database's members.
type Badges struct{ db *postgres.DB }

// NewBadges makes the badges of db.
func NewBadges(db *postgres.DB) *Badges { return &Badges{db} }

// badgeHolders reads members in the order of their ids: the badges are those of the
// profile "p", which may be missing.
const badgeHolders = `select m.id::text, coalesce(m.username, ''), m.name, coalesce(p.badge_tags, '[]') `

func scanBadgeHolder(row pgx.CollectableRow) (rank.BadgeHolder, error) {
	var h rank.BadgeHolder
	err := row.Scan(&h.MemberID, &h.Username, &h.Name, &h.Badges)
	return h, err
}

// mostFound is among how many found members the best are looked for.
const mostFound = 1000

// SearchBadgeUsers reads at most limit members whose username, name, address or phone
// contains search, or whose phone has the digits ("" for none), who is named so first; the
// newest members for "". Who was erased is not found.
func (bs *Badges) SearchBadgeUsers(ctx context.Context, search, digits string, limit int) ([]rank.BadgeHolder, error) {
	var found []rank.BadgeHolder
	err := bs.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		where, args := `where m.erased_at is null order by m.created_at desc, m.id`, []any{limit}
		if search != "" {
			where = `where m.erased_at is null and (m.id = any(array(select d.member_id from member_search d where strpos(d.search, (select user_fold($2))) > 0
					or $4 <> '' and strpos(d.search, $4) > 0 limit $3))
					or m.username = lower($2))
				order by m.username is distinct from lower($2), length(coalesce(m.username, m.name)), m.id`
			args = append(args, search, mostFound, digits)
		}
		rows, err := conn.Query(ctx, badgeHolders+`from members m left join profiles p on p.member_id = m.id `+where+` limit $1`, args...)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, scanBadgeHolder)
		return err
	})
	return found, err
}

// BadgeHolders reads at most limit members with badges, by username, that come after
// cursor, which is "" for the first page. next is "" at the end. It fails with Invalid
// for a cursor that was not given here.
func (bs *Badges) BadgeHolders(ctx context.Context, limit int, cursor string) (page []rank.BadgeHolder, next string, err error) {
	var after string
	var afterID pgtype.UUID
	if cursor != "" {
		raw, decodeErr := base64.RawURLEncoding.DecodeString(cursor)
		id, name, _ := strings.Cut(string(raw), " ")
		if afterID, _ = postgres.ParseID(id); decodeErr != nil || badgeCursor(afterID.String(), name) != cursor || strings.ContainsRune(name, 0) {
			return nil, "", store.ErrCursor()
		}
		after = name
	}
	err = bs.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		if afterID.Valid {
			if err := postgres.IsRow(ctx, conn, `select from members where id = $1`, afterID); err != nil {
				return err
			}
		}
		rows, err := conn.Query(ctx, badgeHolders+`from profiles p join members m on m.id = p.member_id
			where p.badge_tags <> '[]' and ($1::uuid is null or (coalesce(m.username, ''), m.id) > ($2, $1))
			order by coalesce(m.username, ''), m.id limit $3`, afterID, after, limit+1)
		if err != nil {
			return err
		}
		page, err = pgx.CollectRows(rows, scanBadgeHolder)
		return err
	})
	if len(page) > limit {
		page = page[:limit]
		last := page[limit-1]
		next = badgeCursor(last.MemberID, last.Username)
	}
	return page, next, err
}

func badgeCursor(memberID, username string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(memberID + " " + username))
}

// AssignBadge gives a member one more badge. It fails with Invalid as rank.CheckBadge
// does, with Conflict as rank.AddBadge does, and with NotFound. What it returns beside
// the member is for the hub (actors.Hub.Broadcast).
func (bs *Badges) AssignBadge(ctx context.Context, by store.Caller, memberID string, badge rank.BadgeTag) (rank.BadgeHolder, []store.Broadcast, error) {
	badge, err := rank.CheckBadge(badge)
	if err != nil {
		return rank.BadgeHolder{}, nil, err
	}
	return bs.changeBadges(ctx, by, "badge_assigned", memberID, func(tx pgx.Tx, has []rank.BadgeTag) ([]rank.BadgeTag, error) {
		var now time.Time
		if err := tx.QueryRow(ctx, `select muster_now()`).Scan(&now); err != nil {
			return nil, err
		}
		return rank.AddBadge(has, badge, now)
	})
}

// RemoveBadge takes a badge back by its text, in any case of letters. It fails with
// NotFound. What it returns beside the member is for the hub.
func (bs *Badges) RemoveBadge(ctx context.Context, by store.Caller, memberID, text string) (rank.BadgeHolder, []store.Broadcast, error) {
	return bs.changeBadges(ctx, by, "badge_removed", memberID, func(_ pgx.Tx, has []rank.BadgeTag) ([]rank.BadgeTag, error) {
		return rank.RemoveBadge(has, text)
	})
}

// changeBadges changes a member's badges under the lock of its profile.
func (bs *Badges) changeBadges(ctx context.Context, by store.Caller, action, memberID string,
	change func(tx pgx.Tx, has []rank.BadgeTag) ([]rank.BadgeTag, error),
) (after rank.BadgeHolder, broadcasts []store.Broadcast, err error) {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return after, nil, postgres.ErrMemberUnknown()
	}
	err = bs.db.AdminService(by).Change(ctx, nil, func(ctx context.Context, tx pgx.Tx) (postgres.AdminChange, error) {
		after = rank.BadgeHolder{MemberID: id.String()}
		err := tx.QueryRow(ctx, `select coalesce(username, ''), name from members where id = $1`, id).Scan(&after.Username, &after.Name)
		if postgres.NoRow(err) {
			return postgres.AdminChange{}, postgres.ErrMemberUnknown()
		}
		if err != nil {
			return postgres.AdminChange{}, err
		}
		if err := members.LockProfile(ctx, tx, id); err != nil {
			return postgres.AdminChange{}, err
		}
		var before []rank.BadgeTag
		var private bool
		if err := tx.QueryRow(ctx, `select badge_tags, profile_private from profiles where member_id = $1`, id).Scan(&before, &private); err != nil {
			return postgres.AdminChange{}, err
		}
		if after.Badges, err = change(tx, before); err != nil {
			return postgres.AdminChange{}, err
		}
		if err := members.SetBadgesIn(ctx, tx, id, after.Badges); err != nil {
			return postgres.AdminChange{}, err
		}
		if broadcasts, err = appendBadges(ctx, tx, after, private); err != nil {
			return postgres.AdminChange{}, err
		}
		return postgres.AdminChange{Action: action, Subject: id.String(), Before: before, After: after.Badges}, nil
	})
	return after, broadcasts, err
}

// badgesChanged is the broadcast's value.
type badgesChanged struct {
	UserID   string          `json:"userId"`
	Username string          `json:"username"`
	Badges   []rank.BadgeTag `json:"badge_tags"`
}

// appendBadges writes the broadcast of a member's badges: for everybody, or for the
// member alone when its profile is private.
func appendBadges(ctx context.Context, tx pgx.Tx, holder rank.BadgeHolder, private bool) ([]store.Broadcast, error) {
	subject := "badges:" + holder.MemberID
	if private {
		subject = store.MemberSubject(holder.MemberID, "badges")
	}
	b, err := store.NewBroadcast(subject, "badges_changed", badgesChanged{holder.MemberID, holder.Username, holder.Badges})
	if err != nil {
		return nil, err
	}
	return postgres.AppendBroadcasts(ctx, tx, b)
}
