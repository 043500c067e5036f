package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"muster/cmd/muster/internal/node"
	"muster/store"
)

// demoMember is somebody to sign in as on a dev node.
type demoMember struct {
	store.NewMember
	about string
}

var demoMembers = []demoMember{
	{store.NewMember{Name: "Alex Command", Email: "admin@muster.test", Username: "commander", IsAdmin: true, IsCreator: true}, "administrator"},
	{store.NewMember{Name: "Ann Archer", Email: "ann@muster.test", Username: "ann"}, "member"},
	{store.NewMember{Name: "Bob Baker", Email: "bob@muster.test", Username: "bob"}, "member"},
	{store.NewMember{Name: "Cleo Carter", Phone: "+15550100001", Username: "cleo"}, "member with a phone only"},
	{store.NewMember{Name: "Nia Newby", Email: "newbie@muster.test"}, "member without a chat username"},
}

var demoRooms = []store.Room{
	{ID: "field-notes", DisplayName: "Field Notes", Description: "Tips, finds and photos from the field", AccessLevel: store.OpenAccess},
	{ID: "night-watch", DisplayName: "Night Watch", Description: "For those who are still awake", AccessLevel: store.OpenAccess},
	{ID: "officers", DisplayName: "Officers' Mess", Description: "Invited members only", AccessLevel: store.AdminAccess},
}

// demoLine is one message of the demo history: who says what, how long ago;
// reply and react name earlier lines by their place, deleted takes it back.
type demoLine struct {
	room, who, text string
	ago             time.Duration
	reply           int // place of the line answered, counted from 1; 0 for none
	hearts          []string
	emoji           string
	deleted         bool
}

var demoLines = []demoLine{
	{room: "general", who: "commander", text: "Welcome to the community! Say hello, be kind, and read the field notes before the weekend.", ago: 71 * time.Hour, hearts: []string{"ann", "bob", "cleo"}, emoji: "❤️"},
	{room: "general", who: "ann", text: "Hello everyone 👋 Ann here, from the north coast.", ago: 70 * time.Hour, hearts: []string{"bob"}, emoji: "👍"},
	{room: "general", who: "bob", text: "Good to see you here, Ann! Are you coming to the meetup on Saturday?", ago: 69 * time.Hour, reply: 2},
	{room: "general", who: "ann", text: "Wouldn't miss it. I'm bringing the flags.", ago: 68*time.Hour + 55*time.Minute, reply: 3, hearts: []string{"commander", "cleo"}, emoji: "🔥"},
	{room: "field-notes", who: "cleo", text: "Found a great lookout above the old mill. Path is muddy after rain, take boots.", ago: 50 * time.Hour, hearts: []string{"ann", "commander"}, emoji: "👍"},
	{room: "field-notes", who: "bob", text: "Thanks for the warning. I nearly went in sneakers 😅", ago: 49 * time.Hour, reply: 5, hearts: []string{"cleo"}, emoji: "😂"},
	{room: "officers", who: "commander", text: "Ann, could you look after the sign-up list this week?", ago: 47 * time.Hour},
	{room: "officers", who: "ann", text: "On it. I'll post the count on Friday.", ago: 46 * time.Hour, reply: 7, hearts: []string{"commander"}, emoji: "🙏"},
	{room: "general", who: "cleo", text: "wrong room, sorry!", ago: 26 * time.Hour, deleted: true},
	{room: "general", who: "bob", text: "Does anyone have a spare tent for two nights?", ago: 25 * time.Hour},
	{room: "general", who: "cleo", text: "I do. Sleeps three, green, only leaks a little.", ago: 24*time.Hour + 40*time.Minute, reply: 10, hearts: []string{"bob", "ann"}, emoji: "😂"},
	{room: "night-watch", who: "cleo", text: "Anyone else awake?", ago: 9 * time.Hour},
	{room: "night-watch", who: "bob", text: "Always. The coffee was a mistake.", ago: 8*time.Hour + 50*time.Minute, reply: 12, hearts: []string{"cleo"}, emoji: "💯"},
	{room: "general", who: "commander", text: "Saturday is confirmed: ten o'clock at the east gate. See you there!", ago: 3 * time.Hour, hearts: []string{"ann", "bob"}, emoji: "🎉"},
}

// seedDemo fills an empty database with people, rooms and a few days of talk,
// once. The talk goes through the log like any other; for its times the
// database's clock is set back meanwhile, and always put right again.
func seedDemo(ctx context.Context, db *node.Database, general string) (err error) {
	var empty bool
	err = db.Pool().QueryRow(ctx, `select not exists (select from members) and not exists (select from messages)`).Scan(&empty)
	if err == nil {
		// Left over when an earlier seeding was killed.
		_, err = db.Pool().Exec(ctx, `update clock_offset set ahead = '0' where ahead < '0'`)
	}
	if err != nil || !empty {
		return err
	}
	defer func() { err = errors.Join(err, setBack(context.WithoutCancel(ctx), db, 0)) }()
	if err := setBack(ctx, db, 30*24*time.Hour); err != nil {
		return err
	}
	d := demo{db: db, members: map[string]string{}}
	if err := d.people(ctx); err != nil {
		return err
	}
	if err := setBack(ctx, db, 72*time.Hour); err != nil {
		return err
	}
	for _, r := range demoRooms {
		if err := db.AddRoom(ctx, r); err != nil {
			return err
		}
	}
	if err := db.GrantRoom(ctx, "officers", d.members["ann"], store.RoomMember, d.members["commander"]); err != nil {
		return err
	}
	return d.talk(ctx, general)
}

// setBack puts the database's clock behind the machine's.
func setBack(ctx context.Context, db *node.Database, by time.Duration) error {
	_, err := db.Pool().Exec(ctx, `update clock_offset set ahead = $1`, -by)
	return err
}

// demo is a seeding under way.
type demo struct {
	db      *node.Database
	members map[string]string // ids by username
	ids     []string          // of the lines said so far
}

func (d *demo) people(ctx context.Context) error {
	for _, one := range demoMembers {
		m, err := d.db.AddMember(ctx, one.NewMember)
		if err != nil {
			return fmt.Errorf("demo member %s: %w", one.Name, err)
		}
		d.members[m.Username] = m.ID
	}
	return nil
}

// talk says every line at its time.
func (d *demo) talk(ctx context.Context, general string) error {
	for _, line := range demoLines {
		if line.room == "general" {
			line.room = general
		}
		if err := setBack(ctx, d.db, line.ago); err != nil {
			return err
		}
		said := store.Command{Kind: store.MessageSent, Room: line.room, Member: d.members[line.who], MessageID: uuid.Must(uuid.NewV7()).String()}
		said.Draft = store.Draft{Kind: store.TextMessage, Text: line.text}
		if line.reply > 0 {
			said.Draft.ReplyTo = d.ids[line.reply-1]
		}
		d.ids = append(d.ids, said.MessageID)
		acts := []store.Command{said}
		for _, who := range line.hearts {
			acts = append(acts, store.Command{Kind: store.ReactionAdded, Room: line.room, Member: d.members[who],
				MessageID: said.MessageID, Reaction: line.emoji})
		}
		if line.deleted {
			acts = append(acts, store.Command{Kind: store.MessageDeleted, Room: line.room, Member: said.Member, MessageID: said.MessageID})
		}
		for _, act := range acts {
			if err := d.record(ctx, act); err != nil {
				return fmt.Errorf("demo line %q: %w", line.text, err)
			}
		}
	}
	return nil
}

// record appends one act, in a session of its own since the log asks for one.
func (d *demo) record(ctx context.Context, act store.Command) error {
	_, s, err := d.db.CreateSession(ctx, store.MemberSession, act.Member, "Demo", "")
	if err != nil {
		return err
	}
	act.Session = s.ID
	verdicts, err := d.db.Live().Append(ctx, []store.Command{act})
	if err == nil {
		err = verdicts[0].Err
	}
	return errors.Join(err, d.db.EndSession(ctx, s.ID, act.Member))
}
