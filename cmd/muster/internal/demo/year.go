package demo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"muster/store"
	"muster/store/money"
	members "muster/store/postgres/people"
	ranks "muster/store/postgres/rank"
	logs "muster/store/postgres/roomlog"
	"muster/store/rank"
	"muster/store/roomlog"
)

const (
	yearDays = 364
	// yearTalk is about how much is said in the year.
	yearTalk = 4_000
	// latestTalk is how many days ago a day's talk has ended before the sample lines begin.
	latestTalk = 4
	// mainToday is how many of today's latest conversations are in the default room.
	mainToday = 3
	// inOneGo is how many lines of a conversation of the last days follow each other without a
	// pause. Those of before have none: each is a transaction and a move of the clock.
	inOneGo = 2
)

// year is the crowd's year: who joins, checks in, talks and contributes on which day.
type year struct {
	d         *seeding
	general   string
	dice      *rand.Rand
	crowd     []*soldier
	dialogues []dialogue
	people    *members.People
	log       *logs.Log
}

// year has the crowd live through it, but for what it has said latest.
func (d *seeding) year(ctx context.Context, general string) (*year, error) {
	db := d.db.DB
	y := &year{
		d: d, general: general, dice: newDice(), people: members.New(db), log: logs.New(db),
	}
	y.crowd = enlist(y.dice)
	var err error
	if y.dialogues, err = readDialogues(talks); err != nil {
		return nil, err
	}
	for ago := yearDays; ago >= 1; ago-- {
		if err := y.live(ctx, ago); err != nil {
			return nil, fmt.Errorf("demo day %d: %w", ago, err)
		}
	}
	return y, y.checkIn(ctx)
}

// checkIn has all check in on their days, which is stored for each at once.
func (y *year) checkIn(ctx context.Context) error {
	if err := y.d.setBack(ctx, y.d.on(1, 23)); err != nil {
		return err
	}
	p := ranks.NewPoints(y.d.db.DB, rank.DefaultPointsRules)
	all, ctx := sideBySide(ctx)
	for _, s := range y.crowd {
		all.Go(func() error {
			if err := p.CheckInAt(ctx, s.id, s.checked...); err != nil {
				return fmt.Errorf("demo check-ins of %s: %w", s.Username, err)
			}
			return nil
		})
	}
	return all.Wait()
}

// sideBySide does things at once, as far as the connections of the demo go.
func sideBySide(ctx context.Context) (*errgroup.Group, context.Context) {
	all, ctx := errgroup.WithContext(ctx)
	all.SetLimit(3)
	return all, ctx
}

// live is one day. At one hour of it some join and contribute while others talk.
func (y *year) live(ctx context.Context, ago int) error {
	begin := y.d.on(ago, 9+11*y.dice.Float64())
	acts := y.arrive(ago, begin)
	if ago >= latestTalk {
		if said := y.talk(ago); len(said) > 0 {
			acts = append(acts, func(ctx context.Context) error { return y.append(ctx, said) })
		}
	}
	// The clock of a day on which nobody does anything need not be set.
	if len(acts) == 0 {
		return nil
	}
	if err := y.d.setBack(ctx, begin); err != nil {
		return err
	}
	all, ctx := sideBySide(ctx)
	for _, act := range acts {
		all.Go(func() error { return act(ctx) })
	}
	return all.Wait()
}

// arrive is what members do on a day beside talking: join, and contribute. Those who check
// in are noted.
func (y *year) arrive(ago int, begin time.Duration) (acts []func(ctx context.Context) error) {
	for _, s := range y.crowd {
		if s.joined == ago {
			acts = append(acts, func(ctx context.Context) error { return y.join(ctx, s) })
		}
		if s.checks(ago) {
			s.checked = append(s.checked, y.d.now.Add(-begin))
		}
		// Half of them contribute something each half year.
		if s.here(ago) && y.dice.Float64() < 0.5/180 {
			c := money.Contribution{MemberID: s.id, Purpose: money.ForCommunity, Anonymous: y.dice.IntN(4) == 0}
			c.Amount = []money.Cents{5_00, 7_50, 10_00, 20_00, 50_00}[y.dice.IntN(5)]
			acts = append(acts, func(ctx context.Context) error { return y.d.checkout.contribute(ctx, c) })
		}
	}
	return acts
}

// join makes somebody a member, with a session for all that it will do.
func (y *year) join(ctx context.Context, s *soldier) error {
	m, err := y.people.AddMember(ctx, s.NewMember)
	if err != nil {
		return fmt.Errorf("%s: %w", s.Username, err)
	}
	s.id = m.ID
	if err := y.people.Welcomed(ctx, m.ID); err != nil {
		return err
	}
	_, session, err := y.people.CreateSession(ctx, store.MemberSession, m.ID, "Demo", "")
	s.session = session.ID
	return err
}

// leave has all sign in once more on the day on which they were there last, and ends their
// sessions.
func (y *year) leave(ctx context.Context) error {
	for _, s := range y.crowd {
		last := y.d.on(max(s.left, y.dice.IntN(7)), 0) + time.Duration(y.dice.Int64N(int64(day)))
		if s.spoke > 0 {
			last = min(last, s.spoke)
		}
		if err := y.d.setBack(ctx, last); err != nil {
			return err
		}
		if _, _, err := y.people.CreateSession(ctx, store.MemberSession, s.id, "Demo", ""); err != nil {
			return err
		}
		if _, err := y.people.EndSessions(ctx, s.id, ""); err != nil {
			return err
		}
	}
	return nil
}

// conversation is a dialogue that is held.
type conversation struct {
	room  string
	who   []*soldier
	lines []line
	ids   []string
}

// talk is what is said in the conversations of a day, side by side; some rooms have two at
// once.
func (y *year) talk(ago int) (acts []roomlog.Command) {
	for _, c := range y.converse(ago) {
		acts = append(acts, y.say(c, ago, 0, len(c.lines))...)
	}
	// Messages come first, whose kind is the lesser word: their reactions need them. So each of
	// both is one statement for all rooms.
	slices.SortStableFunc(acts, func(a, b roomlog.Command) int { return cmp.Compare(a.Kind, b.Kind) })
	return acts
}

// append stores what is done.
func (y *year) append(ctx context.Context, acts []roomlog.Command) error {
	results, err := y.log.Append(ctx, acts)
	for _, r := range results {
		err = errors.Join(err, r.Err)
	}
	return err
}

// lately is what the crowd does in the conversations of the days whose talk is said beside
// the sample lines, today's among them: some of it was said within the hour.
func (y *year) lately() (all []moment) {
	for ago := latestTalk - 1; ago >= 0; ago-- {
		for n, c := range y.converse(ago) {
			back := time.Duration(ago)*day + time.Duration((0.8+0.8*float64(n)+0.7*y.dice.Float64())*float64(time.Hour))
			for at := 0; at < len(c.lines); at += inOneGo {
				said := back
				all = append(all, moment{said, func(ctx context.Context) error {
					for _, s := range c.who {
						s.spoke = said
					}
					return y.append(ctx, y.say(c, ago, at, min(at+inOneGo, len(c.lines))))
				}})
				back -= time.Duration((1 + 4*y.dice.Float64()) * float64(time.Minute))
			}
		}
	}
	return all
}

// converse chooses what is talked about on a day, where and by whom: nothing as long as
// there are few members.
func (y *year) converse(ago int) (talks []*conversation) {
	var here []*soldier
	for _, s := range y.crowd {
		if s.here(ago) {
			here = append(here, s)
		}
	}
	if len(here) < fewestGuests {
		return nil
	}
	// The community grows: in the end a day has four times what the first had.
	wanted := float64(yearTalk) / float64(yearDays-latestTalk) / 3.4 * (0.4 + 1.2*float64(yearDays-ago)/yearDays)
	count := int(wanted + y.dice.Float64())
	for n := range count {
		one := y.dialogues[y.dice.IntN(len(y.dialogues))]
		for ago == 0 && n < mainToday && !slices.Contains(one.rooms, "general") {
			one = y.dialogues[y.dice.IntN(len(y.dialogues))]
		}
		room := one.rooms[y.dice.IntN(len(one.rooms))]
		if room == "general" || ago == 0 && n < mainToday {
			room = y.general
		}
		talks = append(talks, &conversation{room: room, who: y.speakers(here), lines: one.held(y.dice, here[y.dice.IntN(len(here))].Username)})
	}
	return talks
}

// speakers are four who talk, the talkative ones more often.
func (y *year) speakers(here []*soldier) (four []*soldier) {
	all := 0.0
	for _, s := range here {
		all += s.talks + 0.05
	}
	for len(four) < 4 {
		at := y.dice.Float64() * all
		for _, s := range here {
			if at -= s.talks + 0.05; at < 0 {
				if !slices.Contains(four, s) {
					four = append(four, s)
				}
				break
			}
		}
	}
	return four
}

var emoji = []string{"👍", "❤️", "😂", "🔥", "🎉", "🙏", "💯", "👀"}

// say is what is said from one line of a conversation to before another, with the reactions
// to them.
func (y *year) say(c *conversation, ago, at, end int) (acts []roomlog.Command) {
	for i := at; i < end; i++ {
		s := c.who[c.lines[i].speaker]
		act := roomlog.Command{Kind: roomlog.MessageSent, Room: c.room, Member: s.id, Session: s.session, MessageID: uuid.Must(uuid.NewV7()).String()}
		act.Draft = roomlog.Draft{Kind: roomlog.TextMessage, Text: c.lines[i].text}
		// Now and then somebody answers a line and not the room.
		if i == at && i > 0 && y.dice.IntN(2) == 0 {
			act.Draft.ReplyTo = c.ids[i-1]
		}
		c.ids = append(c.ids, act.MessageID)
		acts = append(acts, act)
	}
	for i := at; i < end; i++ {
		sign := emoji[y.dice.IntN(len(emoji))]
		for _, n := range y.dice.Perm(len(y.crowd)) {
			s := y.crowd[n]
			if c.lines[i].reactions == 0 {
				break
			}
			if !s.here(ago) || s == c.who[c.lines[i].speaker] {
				continue
			}
			c.lines[i].reactions--
			acts = append(acts, roomlog.Command{Kind: roomlog.ReactionAdded, Room: c.room, Member: s.id, Session: s.session, MessageID: c.ids[i], Reaction: sign})
		}
	}
	return acts
}
