// Notification campaigns: their groups, lists and opt-outs. The statements of a sending
// node are in send.go, those of administrators in admin.go.

package campaign

import (
	"context"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/campaign"
	"muster/store/postgres"
)

// Campaigns are the notification campaigns of a database.
type Campaigns struct {
	db   *postgres.DB
	pace campaign.Pace
}

// New makes the campaigns of db.
func New(db *postgres.DB, pace campaign.Pace) *Campaigns { return &Campaigns{db, pace} }

// Of a member "m" with its row "st" of member_standing.
const (
	isActiveMember = `(active.person_id is not null)`
	isGuardian     = `exists (select 1 from member_points p where p.member_id = m.id and p.guardian)`
	hasContribute  = `exists (select 1 from contributions c where c.member_id = m.id and ` + postgres.CountedContribution + `)`
	reachedByMail  = `(m.email is not null and not exists (select 1 from notification_optouts o where o.member_id = m.id and o.channel = 'email'))`
	reachedBySMS   = `(m.phone is not null and not exists (select 1 from notification_optouts o where o.member_id = m.id and o.channel = 'sms'))`
	// campaignMembers are the members whom campaigns may be for. Who is active is found once for all
	// of them, and not at all by a statement that does not ask.
	campaignMembers = ` from members m join member_standing st on st.member_id = m.id
		left join (select s.person_id from sessions s join session_seen seen on seen.session_id = s.id
			where s.kind = 'member' and seen.last_seen_at > (select muster_now() - interval '30 days') group by s.person_id) active on active.person_id = m.id
		where not st.sign_in_disabled `
)

// groupRules say who is in a group.
var groupRules = map[campaign.Group]string{
	campaign.EverybodyGroup: "true", campaign.AdminsGroup: "st.is_admin", campaign.GuardiansGroup: isGuardian,
	campaign.ActiveGroup: isActiveMember, campaign.InactiveGroup: "not " + isActiveMember, campaign.ContributorsGroup: hasContribute,
	campaign.SpecificGroup: "m.id = any($1::uuid[])",
}

// Groups lists the groups with the number of their members.
func (cs *Campaigns) Groups(ctx context.Context) ([]campaign.GroupInfo, error) {
	groups := campaign.Groups()
	var counts []string
	var into []any
	for i := range groups {
		if groups[i].ID != campaign.SpecificGroup {
			counts = append(counts, "count(*) filter (where "+groupRules[groups[i].ID]+")")
			into = append(into, &groups[i].Count)
		}
	}
	err := cs.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, "select "+strings.Join(counts, ", ")+campaignMembers).Scan(into...)
	})
	return groups, err
}

// Reach is how many members of a group each channel reaches. It fails with NotFound.
// SpecificGroup has no members.
func (cs *Campaigns) Reach(ctx context.Context, group campaign.Group) (r campaign.Reach, err error) {
	rule, known := groupRules[group]
	switch {
	case !known:
		return r, store.NewErrorReason(store.NotFound, "group_unknown", "This recipient group is not known")
	case group == campaign.SpecificGroup:
		return r, nil
	}
	err = cs.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `select count(*), count(*) filter (where `+reachedByMail+`), count(*) filter (where `+reachedBySMS+`)`+
			campaignMembers+" and "+rule).Scan(&r.Total, &r.WithEmail, &r.WithPhone)
	})
	return r, err
}

// campaignSearchLimit is how many members a search finds.
const campaignSearchLimit = 20

// Search finds members by a part of their name, username or e-mail address, from two
// characters on. HasEmail and HasPhone say by which channel a campaign reaches them.
func (cs *Campaigns) Search(ctx context.Context, q string) (found []campaign.Recipient, err error) {
	q = strings.TrimPrefix(strings.TrimSpace(q), "@")
	if len([]rune(q)) < 2 || len(q) > 200 || !utf8.ValidString(q) || strings.ContainsRune(q, 0) {
		return nil, nil
	}
	err = cs.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, `select m.id::text, m.name, coalesce(m.username, ''), `+reachedByMail+`, `+reachedBySMS+campaignMembers+`
			and strpos(user_fold(concat_ws(E'\n', m.name, m.username, m.email)), (select user_fold($1))) > 0
			order by coalesce(m.username, '') <> user_fold($1), coalesce(m.username, m.name), m.id limit $2`, q, campaignSearchLimit)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, pgx.RowToStructByPos[campaign.Recipient])
		return err
	})
	return found, err
}

// campaignColumns read a campaign "c" as scan does.
const campaignColumns = `c.id::text, c.name, c.subject, c.message, c.notification_type, c.recipient_group, c.status, c.error_message,
	c.total, c.sent, c.failed, c.unknown, c.skipped, c.created_by::text, c.send_at, c.created_at, c.started_at, c.ended_at, ` + postgres.BroadcastPosition

func scan(row pgx.CollectableRow) (campaign.Campaign, error) {
	var c campaign.Campaign
	var started, ended *time.Time
	err := row.Scan(&c.ID, &c.Name, &c.Subject, &c.Message, &c.Type, &c.Group, &c.Status, &c.Error,
		&c.Total, &c.Sent, &c.Failed, &c.Unknown, &c.Skipped, &c.CreatedBy, &c.SendAt, &c.CreatedAt, &started, &ended, &c.AsOf.Log)
	if started != nil {
		c.StartedAt = *started
	}
	if ended != nil {
		c.EndedAt = *ended
	}
	return c, err
}

// find reads a campaign; NotFound when it is not there. lock is "" or a
// locking clause.
func find(ctx context.Context, on postgres.Querier, id pgtype.UUID, lock string) (campaign.Campaign, error) {
	rows, err := on.Query(ctx, `select `+campaignColumns+` from campaigns c where c.id = $1 `+lock, id)
	if err != nil {
		return campaign.Campaign{}, err
	}
	c, err := pgx.CollectExactlyOneRow(rows, scan)
	if postgres.NoRow(err) {
		return c, campaign.ErrUnknown()
	}
	return c, err
}

// Find reads one campaign; it fails with NotFound.
func (cs *Campaigns) Find(ctx context.Context, id string) (c campaign.Campaign, err error) {
	parsed, ok := postgres.ParseID(id)
	if !ok {
		return c, campaign.ErrUnknown()
	}
	err = cs.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) (err error) {
		c, err = find(ctx, conn, parsed, "")
		return err
	})
	return c, err
}

// History lists campaigns, newest first, at most limit after cursor; next is "" at the
// end.
func (cs *Campaigns) History(ctx context.Context, limit int, cursor string) (page []campaign.Campaign, next string, err error) {
	before := pgtype.UUID{}
	if cursor != "" {
		var ok bool
		if before, ok = postgres.ParseID(cursor); !ok {
			return nil, "", store.ErrCursor()
		}
	}
	err = cs.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		if before.Valid {
			if err := postgres.IsRow(ctx, conn, `select from campaigns where id = $1`, before); err != nil {
				return err
			}
		}
		rows, err := conn.Query(ctx, `select `+campaignColumns+` from campaigns c
			where $1::uuid is null or (c.created_at, c.id) < (select b.created_at, b.id from campaigns b where b.id = $1)
			order by c.created_at desc, c.id desc limit $2`, before, limit+1)
		if err != nil {
			return err
		}
		page, err = pgx.CollectRows(rows, scan)
		return err
	})
	if len(page) > limit {
		page = page[:limit]
		next = page[limit-1].ID
	}
	return page, next, err
}

// Deliveries lists what became of a campaign's messages, at most limit after cursor, of
// one status or of all for "". It fails with NotFound.
func (cs *Campaigns) Deliveries(ctx context.Context, id string, status campaign.DeliveryStatus, limit int, cursor string) (page []campaign.Delivery, next string, err error) {
	after := int64(0)
	if cursor != "" {
		if after, err = store.ParseNumberCursor(cursor, math.MaxInt32); err != nil {
			return nil, "", err
		}
	}
	parsed, ok := postgres.ParseID(id)
	if !ok {
		return nil, "", campaign.ErrUnknown()
	}
	err = cs.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		if _, err := find(ctx, conn, parsed, ""); err != nil {
			return err
		}
		if cursor != "" {
			if err := postgres.IsRow(ctx, conn, `select from campaign_deliveries where campaign_id = $1 and number = $2`, parsed, after); err != nil {
				return err
			}
		}
		rows, err := conn.Query(ctx, `select d.number, d.member_id::text, coalesce(nullif(m.name, ''), m.username, ''), d.channel, d.attempts, d.status, d.error
			from campaign_deliveries d left join members m on m.id = d.member_id
			where d.campaign_id = $1 and d.number > $2 and ($4 = '' or d.status = $4) order by d.number limit $3`, parsed, after, limit+1, string(status))
		if err != nil {
			return err
		}
		page, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (d campaign.Delivery, err error) {
			err = row.Scan(&d.Number, &d.MemberID, &d.Name, &d.Channel, &d.Attempts, &d.Status, &d.Error)
			return d, err
		})
		return err
	})
	if len(page) > limit {
		page = page[:limit]
		next = strconv.Itoa(page[limit-1].Number)
	}
	return page, next, err
}

// OptOut keeps campaigns by a channel from a member, or lets them in again. Both are
// harmless twice, and for a member who was erased.
func (cs *Campaigns) OptOut(ctx context.Context, memberID string, channel store.Channel, out bool) error {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return postgres.ErrMemberUnknown()
	}
	statement := `insert into notification_optouts (member_id, channel)
		select id, $2 from members where id = $1 and erased_at is null for key share on conflict do nothing`
	if !out {
		statement = `delete from notification_optouts where member_id = $1 and channel = $2`
	}
	return cs.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, statement, id, string(channel))
		return err
	})
}

// OptOuts are the channels by which a member wants no campaigns.
func (cs *Campaigns) OptOuts(ctx context.Context, memberID string) (channels []store.Channel, err error) {
	id, ok := postgres.ParseID(memberID)
	if !ok {
		return nil, postgres.ErrMemberUnknown()
	}
	err = cs.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, `select channel from notification_optouts where member_id = $1`, id)
		if err != nil {
			return err
		}
		channels, err = pgx.CollectRows(rows, pgx.RowTo[store.Channel])
		return err
	})
	return channels, err
}

// TestsPerHour is how many test messages one administrator may send.
const TestsPerHour = 60

// SpendTest counts a test message; Limited past TestsPerHour.
func (cs *Campaigns) SpendTest(ctx context.Context, memberID string) error {
	q := postgres.Quota{Scope: "campaign_test", Key: []byte(memberID), Most: TestsPerHour, Window: time.Hour}
	return cs.db.UseQuota(ctx, q, postgres.TooManyRequests)
}
