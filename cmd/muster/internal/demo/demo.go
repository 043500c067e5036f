package demo

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"

	"muster/cmd/muster/internal/node"
	"muster/store"
	"muster/store/community"
	"muster/store/face"
	"muster/store/postgres"
	chats "muster/store/postgres/chat"
	communities "muster/store/postgres/community"
	members "muster/store/postgres/people"
	"muster/store/roomlog"
)

// Member is somebody to sign in as on a dev node.
type Member struct {
	store.NewMember
	About string
}

// Members are those to sign in as. The first is the administrator.
var Members = []Member{
	{store.NewMember{Name: "Alex Command", Email: "admin@muster.test", Username: administrator, IsAdmin: true, IsCreator: true}, "administrator"},
	{store.NewMember{Name: "Ann Archer", Email: "ann@muster.test", Username: "ann"}, "member"},
	{store.NewMember{Name: "Bob Baker", Email: "bob@muster.test", Username: "bob"}, "member"},
	{store.NewMember{Name: "Cleo Carter", Phone: "+15550100001", Username: "cleo"}, "member with a phone only"},
	{store.NewMember{Name: "Nia Newby", Email: "newbie@muster.test"}, "member without a chat username"},
	{store.NewMember{Name: "Remy Recruit", Email: recruit}, "member on the first day"},
}

// administrator is the username of the one administrator.
const administrator = "commander"

// recruit has not been led through the first steps yet.
const recruit = "recruit@muster.test"

var sampleRooms = []roomlog.Room{
	{ID: "field-notes", DisplayName: "Field Notes", Description: "Tips, finds and photos from the field", AccessLevel: roomlog.OpenAccess},
	{ID: "night-watch", DisplayName: "Night Watch", Description: "For those who are still awake", AccessLevel: roomlog.OpenAccess},
	{ID: "announcements", DisplayName: "Announcements", Description: "News from the team", AccessLevel: roomlog.OpenAccess},
	{ID: "campfire", DisplayName: "Campfire Stories", Description: "One story at a time", AccessLevel: roomlog.OpenAccess},
	{ID: "officers", DisplayName: "Officers' Mess", Description: "Invited members only", AccessLevel: roomlog.AdminAccess},
}

// Files is where the files of the demo go, and what seals and judges them.
type Files struct {
	Secret   store.Secret
	MediaURL string      // as the setting MEDIA_URL has it
	DataDir  string      // the data directory
	Engine   *face.Turns // nil: nobody shows a face
	Judged   *Judged     // by the engine; nil: it judges while the people talk
	Few      bool        // only those to sign in as, without the crowd's year
}

// Seed fills an empty database with people, rooms and a few days of talk,
// once. The talk goes through the log like any other; for its times the
// database's clock is set back meanwhile, and always put right again.
func (f Files) Seed(ctx context.Context, db *node.Database, general string) (err error) {
	var empty, behind bool
	err = db.Pool().QueryRow(ctx, `select not exists (select from members) and not exists (select from messages), ahead < '0' from clock_offset`).Scan(&empty, &behind)
	if err != nil || !empty && !behind {
		return err
	}
	d := seeding{members: map[string]string{}, now: time.Now().UTC(), ids: make([]string, len(sampleLines))}
	if d.clock, err = db.OwnerConn(ctx); err != nil {
		return err
	}
	var mayMove bool
	if err := d.clock.QueryRow(ctx, `select has_table_privilege('clock_offset', 'update')`).Scan(&mayMove); err != nil || !mayMove {
		if err == nil {
			err = errors.New("the demo sets the database's clock, which the role of DATABASE_URL may not: give DATABASE_OWNER_URL too")
		}
		return errors.Join(err, d.clock.Close(context.WithoutCancel(ctx)))
	}
	defer func() {
		ending := context.WithoutCancel(ctx)
		err = errors.Join(err, d.setBack(ending, 0), d.clock.Close(ending))
	}()
	if !empty {
		return nil // an earlier seeding was killed, and left the clock behind
	}
	if d.db, err = d.unhurried(ctx, db); err != nil {
		return err
	}
	defer d.db.DB.Close()
	if d.checkout, err = openCheckout(ctx, d.db.DB); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.checkout.close()) }()
	pictures, err := f.studio(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pictures.close()) }()
	if f.Judged == nil {
		judged, end := Judge(ctx, f.Engine)
		defer end()
		f.Judged = judged
	}
	// Their year is over, so that its badge is not news.
	if err := d.setBack(ctx, (yearDays+6)*day); err != nil {
		return err
	}
	isNew := func(m Member) bool { return m.Username == "" }
	if err := d.people(ctx, func(m Member) bool { return !isNew(m) }); err != nil {
		return err
	}
	for _, r := range sampleRooms {
		if err := chats.New(db.DB).AddRoom(ctx, r); err != nil {
			return err
		}
	}
	var crowd *year
	if !f.Few {
		if crowd, err = d.year(ctx, general); err != nil {
			return err
		}
		d.bans(crowd.crowd)
	}
	if err := f.applications(ctx, &d, pictures); err != nil {
		return err
	}
	if err := d.points(ctx); err != nil {
		return err
	}
	if err := d.catchUp(ctx, 72*time.Hour); err != nil {
		return err
	}
	if err := d.setBack(ctx, 72*time.Hour); err != nil {
		return err
	}
	if err := d.people(ctx, isNew); err != nil {
		return err
	}
	if err := chats.New(db.DB).GrantRoom(ctx, "officers", d.members["ann"], roomlog.RoomMember, d.members[administrator]); err != nil {
		return err
	}
	if err := d.talk(ctx, general, crowd); err != nil {
		return err
	}
	if err := d.reports(ctx); err != nil {
		return err
	}
	if err := d.emergencies(ctx); err != nil {
		return err
	}
	if err := d.contributions(ctx); err != nil {
		return err
	}
	if err := d.profiles(ctx); err != nil {
		return err
	}
	d.laterAsAdmin(0, d.users)
	if err := d.reads(ctx); err != nil {
		return err
	}
	d.laterAsAdmin(30*time.Hour, d.campaigns)
	d.later(0, func(ctx context.Context) error {
		_, err := communities.New(db.DB, community.Default()).Change(ctx, store.Caller{}, community.Change{SetUp: true})
		return err
	})
	if err := d.catchUp(ctx, facesFrom); err != nil {
		return err
	}
	if err := d.setBack(ctx, 0); err != nil {
		return err
	}
	if err := d.badges(ctx); err != nil {
		return err
	}
	if err := d.pictures(ctx, pictures); err != nil {
		return err
	}
	if err := f.decrypts(ctx, &d, pictures); err != nil {
		return err
	}
	if err := f.faces(ctx, &d); err != nil {
		return err
	}
	return d.catchUp(ctx, 0)
}

// Empty adds nobody but an administrator to an empty database, as a community begins.
func Empty(ctx context.Context, db *node.Database, _ string) error {
	var empty bool
	if err := db.Pool().QueryRow(ctx, `select not exists (select from members)`).Scan(&empty); err != nil || !empty {
		return err
	}
	_, err := members.New(db.DB).AddMember(ctx, store.NewMember{Name: "Administrator", Email: Members[0].Email, IsAdmin: true})
	return err
}

// facesFrom is how long ago the first of what faces leaves in the audit log was.
const facesFrom = 5 * time.Hour

// seeding is a seeding under way.
type seeding struct {
	db       *node.Database
	checkout *checkout
	clock    *pgx.Conn         // of the tables' owner
	now      time.Time         // when it began
	members  map[string]string // ids by username
	ids      []string          // of the sample lines said so far, by their places
	waiting  []moment          // what administrators are yet to do
}

// setBack puts the database's clock behind the machine's. Only when it is right again does
// this wait for the disk, and so for all that was written before.
func (d *seeding) setBack(ctx context.Context, by time.Duration) error {
	wait := "off"
	if by == 0 {
		wait = "on"
	}
	var b pgx.Batch
	b.Queue(`select set_config('synchronous_commit', $1, true)`, wait)
	b.Queue(`update clock_offset set ahead = $1`, -by)
	return d.clock.SendBatch(ctx, &b).Close()
}

// unhurried opens the database once more, for writes that need not be on the disk one by
// one and sessions that last the year.
func (d *seeding) unhurried(ctx context.Context, db *node.Database) (*node.Database, error) {
	to, err := url.Parse(db.URL)
	if err != nil {
		return nil, err
	}
	query := to.Query()
	query.Set("synchronous_commit", "off")
	query.Set("plan_cache_mode", "force_generic_plan")
	query.Set("jit", "off")
	to.RawQuery = query.Encode()
	const long = 2 * yearDays * day
	quick, err := postgres.Open(ctx, postgres.Config{URL: to.String(), MaxConns: 4, SessionLimits: store.SessionLimits{Idle: long, Max: long}})
	return &node.Database{DB: quick, URL: db.URL, OwnerURL: db.OwnerURL}, err
}

// people adds the members of whom joins is true.
func (d *seeding) people(ctx context.Context, joins func(Member) bool) error {
	for _, one := range Members {
		if !joins(one) {
			continue
		}
		people := members.New(d.db.DB)
		m, err := people.AddMember(ctx, one.NewMember)
		if err == nil && one.Email != recruit {
			err = people.Welcomed(ctx, m.ID)
		}
		if err != nil {
			return fmt.Errorf("demo member %s: %w", one.Name, err)
		}
		d.members[m.Username] = m.ID
	}
	return nil
}
