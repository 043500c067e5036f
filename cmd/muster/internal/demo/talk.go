package demo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"muster/store"
	chats "muster/store/postgres/chat"
	members "muster/store/postgres/people"
	logs "muster/store/postgres/roomlog"
	"muster/store/roomlog"
)

// sampleLine is one message of the demo history: who says what, how long ago;
// reply and react name earlier lines by their place, deleted takes it back, edit is the
// text that it got two minutes later.
type sampleLine struct {
	room, who, text string
	ago             time.Duration
	reply           int // place of the line answered, counted from 1; 0 for none
	hearts          []string
	emoji           string
	deleted         bool
	edit            string
	pinned          bool // by the first member
}

var sampleLines = []sampleLine{
	{room: "general", who: "commander", text: "Welcome to the community! Say hello, be kind, and read the field notes before the weekend.", ago: 71 * time.Hour, hearts: []string{"ann", "bob", "cleo"}, emoji: "❤️", pinned: true},
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
	{room: "general", who: "commander", text: "Saturday is confirmed: ten o'clock at the east gate. See you there!", ago: 9 * time.Minute, hearts: []string{"ann", "bob"}, emoji: "🎉"},
	{room: "general", who: "ann", text: "@bob can you bring the spare tnet?", ago: 6 * time.Minute, edit: "@bob can you bring the spare tent? @cleo says hers leaks."},
	{room: "general", who: "bob", text: "Sure thing, @ann. It's already in the car.", ago: 4 * time.Minute, reply: 15, hearts: []string{"ann"}, emoji: "🙏"},
	{room: "announcements", who: "commander", text: "The summer meetup is on the 14th. News will be posted here; please ask your questions in General.", ago: 45 * time.Hour, hearts: []string{"ann", "bob"}, emoji: "👍", pinned: true},
	{room: "campfire", who: "cleo", text: "The night the mill lights came on by themselves: we were four, it was raining, and nobody had touched the generator for a year …", ago: 30 * time.Hour, hearts: []string{"ann", "bob"}, emoji: "😮"},
	{room: "campfire", who: "commander", text: "Pictures from the mill, for those who were there: " + sampleAlbum + ". The watch fire: " + sampleFilm + ". And something to begin with: " + sampleWords, ago: 26 * time.Hour, hearts: []string{"cleo"}, emoji: "🔥"},
	{room: "announcements", who: "commander", text: "The way to the night camp is sealed until the evening before: " + sampleLater, ago: 90 * time.Minute, hearts: []string{"bob"}, emoji: "👀"},
	{room: "announcements", who: "commander", text: "@all The east gate opens at nine on Saturday. Bring your badge.", ago: 2 * time.Hour},
}

// sampleSettings are what rooms are changed to once all was said.
var sampleSettings = map[string]roomlog.RoomUpdate{
	"announcements": {ReadOnly: sampleValue(true)},
	"campfire":      {SlowModeSeconds: sampleValue(30)},
}

func sampleValue[T any](v T) *T { return &v }

// moment is something that happens so long ago.
type moment struct {
	ago    time.Duration
	happen func(ctx context.Context) error
}

// talk says every line at its time, and what the crowd says in the same days.
func (d *seeding) talk(ctx context.Context, general string, crowd *year) error {
	var moments []moment
	for i, line := range sampleLines {
		if line.room == "general" {
			line.room = general
		}
		d.ids[i] = uuid.Must(uuid.NewV7()).String()
		moments = append(moments, moment{line.ago, func(ctx context.Context) error { return d.say(ctx, line, d.ids[i]) }})
		if line.edit != "" {
			moments = append(moments, moment{line.ago - 2*time.Minute, func(ctx context.Context) error {
				return d.record(ctx, roomlog.Command{Kind: roomlog.MessageEdited, Room: line.room, Member: d.members[line.who], MessageID: d.ids[i], Draft: roomlog.Draft{Text: line.edit}})
			}})
		}
	}
	if crowd != nil {
		moments = append(moments, crowd.lately()...)
	}
	slices.SortStableFunc(moments, func(a, b moment) int { return cmp.Compare(b.ago, a.ago) })
	for _, m := range moments {
		if err := d.setBack(ctx, m.ago); err != nil {
			return err
		}
		if err := m.happen(ctx); err != nil {
			return fmt.Errorf("demo talk of %v ago: %w", m.ago, err)
		}
	}
	for room, update := range sampleSettings {
		d.later(0, func(ctx context.Context) error {
			if _, err := chats.New(d.db.DB).UpdateRoom(ctx, room, update); err != nil {
				return fmt.Errorf("demo room %s: %w", room, err)
			}
			return nil
		})
	}
	if crowd == nil {
		return nil
	}
	return crowd.leave(ctx)
}

// say has a line said, with what belongs to it at once.
func (d *seeding) say(ctx context.Context, line sampleLine, id string) error {
	said := roomlog.Command{Kind: roomlog.MessageSent, Room: line.room, Member: d.members[line.who], MessageID: id}
	said.Draft = roomlog.Draft{Kind: roomlog.TextMessage, Text: line.text}
	if line.reply > 0 {
		said.Draft.ReplyTo = d.ids[line.reply-1]
	}
	acts := []roomlog.Command{said}
	for _, who := range line.hearts {
		acts = append(acts, roomlog.Command{Kind: roomlog.ReactionAdded, Room: line.room, Member: d.members[who], MessageID: id, Reaction: line.emoji})
	}
	if line.deleted {
		acts = append(acts, roomlog.Command{Kind: roomlog.MessageDeleted, Room: line.room, Member: said.Member, MessageID: id})
	}
	for _, act := range acts {
		if err := d.record(ctx, act); err != nil {
			return err
		}
	}
	if !line.pinned {
		return nil
	}
	return d.asAdmin(ctx, func(ctx context.Context, admin store.Caller) error {
		_, _, err := logs.New(d.db.DB).Pin(ctx, admin, line.room, id)
		return err
	})
}

// record appends one act.
func (d *seeding) record(ctx context.Context, act roomlog.Command) error {
	return d.as(ctx, act.Member, func(by store.Caller) error {
		act.Session = by.Session.ID
		results, err := logs.New(d.db.DB).Append(ctx, []roomlog.Command{act})
		if err != nil {
			return err
		}
		return results[0].Err
	})
}

// asAdmin lets the administrator act.
func (d *seeding) asAdmin(ctx context.Context, do func(ctx context.Context, admin store.Caller) error) error {
	return d.as(ctx, d.members[administrator], func(by store.Caller) error { return do(ctx, by) })
}

// as lets a member act in a session of the act's own, since whatever is stored asks for one.
func (d *seeding) as(ctx context.Context, member string, do func(by store.Caller) error) error {
	_, s, err := members.New(d.db.DB).CreateSession(ctx, store.MemberSession, member, "Demo", "")
	if err != nil {
		return err
	}
	return errors.Join(do(store.Caller{Session: s, Member: store.Member{ID: member}}), members.New(d.db.DB).EndSession(ctx, s.ID, member))
}
