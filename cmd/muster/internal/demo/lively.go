// The evening: what those who are in chat do, in what order and how often.

package demo

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"muster/cmd/muster/internal/node"
	"muster/store"
	"muster/store/money"
	members "muster/store/postgres/people"
	ranks "muster/store/postgres/rank"
	"muster/store/rank"
)

const (
	livelyMembers = 12
	fewestGuests  = 5 // four to speak, and one to speak of
	// The pace of an evening.
	betweenTalks    = 12 * time.Second
	betweenCheckIns = 90 * time.Second
	betweenPayments = 4 * time.Minute
	betweenLines    = 2 * time.Second
	reactionAfter   = 4 * time.Second
	aLetter         = 40 * time.Millisecond
	endingTime      = 10 * time.Second // for ending the sessions
)

// Lively has twelve of the crowd talk, type, react, check in and contribute.
type Lively struct {
	DB      *node.Database
	Address string // of the node, as host:port
	General string // the id of the default room
	Log     *slog.Logger

	hurry float64 // how many times faster tests want it; 0 is once
}

// at is how long something takes.
func (l Lively) at(about time.Duration) time.Duration {
	if l.hurry > 0 {
		return time.Duration(float64(about) / l.hurry)
	}
	return about
}

// evening is such an evening under way.
type evening struct {
	Lively
	dice      *rand.Rand // of the one who goes through the dialogues
	dialogues []dialogue
	guests    []*guest
}

// Run lets the evening go on until ctx ends. In a database without the crowd it says so and
// nobody comes.
func (l Lively) Run(ctx context.Context) {
	e := evening{Lively: l, dice: rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))}
	var err error
	if e.dialogues, err = readDialogues(talks); err == nil {
		err = e.invite(ctx)
	}
	if err == nil && len(e.guests) < fewestGuests {
		err = errors.New("those who would talk are no members of this database")
	}
	if err != nil {
		if ctx.Err() == nil {
			l.Log.Warn("the demo stays quiet", "error", err)
		}
		return
	}
	shop, err := openCheckout(ctx, l.DB.DB)
	if err != nil {
		l.Log.Warn("the demo stays quiet", "error", err)
		return
	}
	defer shop.close()
	var all sync.WaitGroup
	for _, g := range e.guests {
		seed := e.dice.Uint64()
		all.Go(func() { g.stay(ctx, l.Address, seed) })
	}
	guests := slices.Clone(e.guests) // talk shuffles its own
	all.Go(func() { e.talk(ctx) })
	all.Go(func() { e.act(ctx, guests, shop) })
	all.Wait()
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), endingTime)
	defer cancel()
	for _, g := range guests {
		_ = members.New(l.DB.DB).EndSession(ending, g.session, g.id)
	}
}

// invite signs in those of the crowd who talk most.
func (e *evening) invite(ctx context.Context) error {
	crowd := slices.DeleteFunc(enlist(newDice()), func(s *soldier) bool { return s.left > 0 })
	slices.SortStableFunc(crowd, func(a, b *soldier) int { return cmp.Compare(b.talks, a.talks) })
	people := members.New(e.DB.DB)
	for _, s := range crowd[:livelyMembers] {
		m, err := people.FindUsername(ctx, s.Username)
		if store.CodeOf(err) == store.NotFound {
			continue // renamed or erased meanwhile
		}
		if err != nil {
			return err
		}
		token, session, err := people.CreateSession(ctx, store.MemberSession, m.ID, "Demo", "")
		if err != nil {
			return err
		}
		e.guests = append(e.guests, &guest{id: m.ID, name: m.Username, token: token, session: session.ID, room: e.General, out: make(chan map[string]any, 16), heard: make(chan string, 1)})
	}
	return nil
}

// talk goes through dialogues, one at a time, most of them in the default room.
func (e *evening) talk(ctx context.Context) {
	for pause(ctx, e.dice, e.at(betweenTalks)) {
		one := e.dialogues[e.dice.IntN(len(e.dialogues))]
		room := one.rooms[e.dice.IntN(len(one.rooms))]
		if room == "general" {
			room = e.General
		}
		e.dice.Shuffle(len(e.guests), func(i, j int) { e.guests[i], e.guests[j] = e.guests[j], e.guests[i] })
		speakers, others := e.guests[:4], e.guests[4:]
		for _, g := range speakers {
			g.goTo(room)
		}
		for _, l := range one.held(e.dice, others[0].name) {
			if !pause(ctx, e.dice, e.at(betweenLines)) {
				return
			}
			id, ok := speakers[l.speaker].say(ctx, l.text, e.at(time.Second+time.Duration(len(l.text))*aLetter))
			if !ok {
				continue
			}
			sign := emoji[e.dice.IntN(len(emoji))]
			for _, g := range speakers[:min(l.reactions, 3)] {
				if g != speakers[l.speaker] && pause(ctx, e.dice, e.at(reactionAfter)) {
					g.send(map[string]any{"type": "add_reaction", "messageId": id, "reaction": sign})
				}
			}
		}
	}
}

// act has one after the other check in, and somebody contribute now and then.
func (e *evening) act(ctx context.Context, guests []*guest, shop *checkout) {
	checkIns, contributions := time.NewTicker(e.at(betweenCheckIns)), time.NewTicker(e.at(betweenPayments))
	defer checkIns.Stop()
	defer contributions.Stop()
	for n := 0; len(guests) > 0; n++ {
		g := guests[n%len(guests)]
		var err error
		select {
		case <-ctx.Done():
			return
		case <-checkIns.C:
			_, err = ranks.NewPoints(e.DB.DB, rank.DefaultPointsRules).CheckIn(ctx, g.id)
			if store.CodeOf(err) == store.Conflict {
				err = nil // it has today
			}
		case <-contributions.C:
			err = shop.contribute(ctx, money.Contribution{
				MemberID: g.id, Purpose: money.ForCommunity, Amount: []money.Cents{5_00, 7_50, 10_00, 20_00}[n%4], Anonymous: n%5 == 0,
			})
		}
		if err != nil && ctx.Err() == nil {
			e.Log.Debug("demo member", "error", err)
		}
	}
}

// pause waits about so long; false once ctx has ended.
func pause(ctx context.Context, dice *rand.Rand, about time.Duration) bool {
	timer := time.NewTimer(time.Duration(float64(about) * (0.4 + 1.2*dice.Float64())))
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
