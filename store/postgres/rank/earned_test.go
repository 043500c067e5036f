package rank_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"muster/store"
	ranks "muster/store/postgres/rank"
	"muster/store/postgres/storetest"
	"muster/store/rank"
	"muster/store/roomlog"
)

func (w *world) badges() *ranks.Badges { return ranks.NewBadges(w.DB) }

// searched runs searches until there is no more, the first computation among them.
func (w *world) searched() {
	w.T.Helper()
	for more := true; more; {
		var due bool
		var err error
		_, more, due, err = w.badges().SearchEarned(context.Background())
		w.Must(err)
		if due {
			w.Must(storetest.Second(w.badges().Recompute(context.Background(), 0)))
			more = true
		}
	}
}

// earned lists a member's badges with their days, in the order of their ids.
func (w *world) earned(p storetest.Person) []string {
	w.T.Helper()
	all, err := w.badges().Earned(context.Background(), p.ID)
	w.Must(err)
	var list []string
	for _, b := range all {
		list = append(list, b.ID+" "+b.At.Format(time.RFC3339Nano))
	}
	slices.Sort(list)
	return list
}

// has wants a member's badges, by id.
func (w *world) has(p storetest.Person, want ...string) {
	w.T.Helper()
	var ids []string
	for _, b := range w.earned(p) {
		id, _, _ := strings.Cut(b, " ")
		ids = append(ids, id)
	}
	if !slices.Equal(ids, want) {
		w.T.Errorf("%s has %q, want %q", p.Username, ids, want)
	}
}

// fromNothing takes all badges away, computes them anew and wants the same, days and all.
func (w *world) fromNothing(people ...storetest.Person) {
	w.T.Helper()
	before := make([][]string, len(people))
	for i, p := range people {
		before[i] = w.earned(p)
	}
	w.Exec(`delete from earned_badges`)
	w.Must(storetest.Second(w.badges().Recompute(context.Background(), 0)))
	for i, p := range people {
		if after := w.earned(p); !slices.Equal(after, before[i]) {
			w.T.Errorf("%s has %q when computed anew, had %q", p.Username, after, before[i])
		}
	}
}

// late makes a community that was founded long ago, so that nobody is a founder.
func (w *world) late() {
	w.T.Helper()
	w.Exec(`update badge_search set founded_at = muster_now() - interval '2 years'`)
	w.searched()
}

func (w *world) reply(p storetest.Person, to string) *roomlog.Event {
	command := p.Says("general", "an answer")
	command.Draft.ReplyTo = to
	return w.Stored(command)
}

// First messages, first replies and helpful messages are found by the search, announced to
// their member alone, and stay when what they stand on is taken back.
func TestBadgesOfWhatIsSaid(t *testing.T) {
	w := newWorld(t)
	w.late()
	ann, bob := w.Join("ann"), w.Join("bob")
	r := w.Reader()
	r.Read()
	hello := w.Stored(ann.Says("general", "hello"))
	w.reply(ann, hello.Message.ID) // to oneself
	w.searched()
	w.has(ann, "first_message")
	w.has(bob)
	news := r.Read()
	if len(news) != 2 || !slices.ContainsFunc(news, func(n string) bool {
		return n == fmt.Sprintf(`to:%s:badge:first_message {"id": "first_message", "name": "First Words", "userId": %q}`, ann.ID, ann.ID)
	}) {
		t.Errorf("announced %q", news)
	}

	answer := w.reply(bob, hello.Message.ID)
	w.searched()
	w.has(ann, "first_message", "first_reply")
	w.has(bob, "first_message")

	// Five others, not five emoji: of one message after the other, up to the tenth.
	var crowd []storetest.Person
	for i := range 5 {
		crowd = append(crowd, w.Join(fmt.Sprint("fan", i)))
	}
	for i := range 10 {
		said := w.Stored(ann.Says("general", fmt.Sprint("tip ", i))).Message.ID
		for _, emoji := range roomlog.AllReactions[:5] {
			w.Stored(bob.Does(roomlog.ReactionAdded, "general", said, emoji))
		}
		w.Stored(ann.Does(roomlog.ReactionAdded, "general", said, "👍"))
		for _, fan := range crowd[:4-i%2] {
			w.Stored(fan.Does(roomlog.ReactionAdded, "general", said, "👍"))
		}
		if i%2 == 1 {
			w.Stored(crowd[4].Does(roomlog.ReactionAdded, "general", said, "🔥"))
		}
		if i == 9 {
			w.Stored(crowd[4].Does(roomlog.ReactionRemoved, "general", said, "🔥"))
		}
		w.searched()
		if i < 9 {
			w.has(ann, "first_message", "first_reply")
		}
	}
	w.has(ann, "first_message", "first_reply") // nine: the last reaction was gone before the search
	tenth := w.Stored(ann.Says("general", "tip 11")).Message.ID
	for _, fan := range crowd {
		w.Stored(fan.Does(roomlog.ReactionAdded, "general", tenth, "👍"))
	}
	w.searched()
	w.has(ann, "first_message", "first_reply", "helped")

	// What is taken back afterwards takes no badge with it, not from the computation either.
	for _, fan := range crowd {
		w.Stored(fan.Does(roomlog.ReactionRemoved, "general", tenth, "👍"))
	}
	w.Stored(bob.Does(roomlog.MessageDeleted, "general", answer.Message.ID, ""))
	w.Stored(ann.Does(roomlog.MessageDeleted, "general", hello.Message.ID, ""))
	w.searched()
	w.fromNothing(append(crowd, ann, bob)...)
	w.has(ann, "first_message", "first_reply", "helped")
}

// What was said before there were badges counts, with its day, and is given quietly.
func TestBadgesOfWhatWasSaidBefore(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	ann, bob, cleo := w.Join("ann"), w.Join("bob"), w.Join("cleo")
	w.Must(w.EnsureDefaultRoom(ctx, "later", "Later"))
	first := w.Stored(ann.Says("later", "first")).Message
	w.Stored(ann.Says("general", "second"))
	w.reply(bob, w.Stored(ann.Says("general", "third")).Message.ID)
	w.Exec(`insert into badge_cursors (room_id, seq) select room_id, seq from room_heads`) // as the migration does
	w.Must(storetest.Second(w.badges().Recompute(ctx, 0)))
	if got, want := w.earned(ann), "first_message "+first.CreatedAt.Format(time.RFC3339Nano); !slices.Contains(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	w.has(ann, "first_message", "first_reply", "founder")
	w.has(cleo, "founder")
	wall, err := w.badges().Wall(ctx, ann.ID)
	w.Must(err)
	for _, b := range wall.Earned {
		if !b.Seen {
			t.Errorf("the moment of %s would be shown", b.ID)
		}
	}
	if n, err := w.badges().Recompute(ctx, 0); n != 0 || err != nil {
		t.Errorf("%d given a second time, %v", n, err)
	}
	w.fromNothing(ann, bob, cleo)
}

// A streak, a rank and a contribution earn their badges in the transaction of their cause,
// with its moment, and the ledgers give the same.
func TestBadgesOfTheLedgers(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	w.late()
	ann, bob := w.Join("ann"), w.Join("bob")
	p := w.points(rank.DefaultPointsRules)
	for day := range 8 {
		storetest.MoveClock(t, w.URL, time.Duration(day)*24*time.Hour)
		w.Must(storetest.Second(p.CheckIn(ctx, ann.ID)))
	}
	w.has(ann, "rank_private", "streak_7")
	storetest.AddContribution(t, w.Owner(), bob.ID, 500)
	w.Must(storetest.Second(w.badges().Recompute(ctx, 0)))
	w.has(bob, "first_contribution")
	w.fromNothing(ann, bob)

	// A rank that was lost again stays earned, and is not earned twice.
	admin, _ := w.Chief("chief")
	w.Must(storetest.Second(p.AdjustPoints(ctx, admin, ann.ID, -400, "a mistake", "")))
	w.Must(storetest.Second(p.AdjustPoints(ctx, admin, ann.ID, 400, "none", "")))
	w.has(ann, "rank_private", "streak_7")
	w.fromNothing(ann, bob)
}

// Of a rank or a contribution, whose badges others do not see, only its member receives a
// broadcast: everybody's would have said that there is one.
func TestHiddenBadgesAreAnnouncedToTheirMemberAlone(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	w.late()
	ann := w.Join("ann")
	admin, _ := w.Chief("chief")
	r := w.Reader()
	r.Read()
	w.Must(storetest.Second(w.points(rank.DefaultPointsRules).AdjustPoints(ctx, admin, ann.ID, 100, "help", "")))
	w.has(ann, "rank_private")
	var own, all int
	for _, news := range r.Read() {
		if strings.HasPrefix(news, store.MemberSubject(ann.ID, "badge:")) {
			own++
		}
		if strings.HasPrefix(news, "earned:") {
			all++
		}
	}
	if own != 1 || all != 0 {
		t.Errorf("announced %d times to the member and %d times to everybody", own, all)
	}
}

// A year is earned when it is over, by the search alone, also when nobody searched for weeks.
func TestBadgesOfTheYears(t *testing.T) {
	w := newWorld(t)
	w.searched()
	ann := w.Join("ann")
	w.searched()
	w.has(ann, "founder")
	storetest.MoveClock(t, w.URL, 364*24*time.Hour)
	bob := w.Join("bob")
	w.searched()
	w.has(ann, "founder")
	w.has(bob)
	storetest.MoveClock(t, w.URL, 390*24*time.Hour)
	if _, _, due, err := w.badges().SearchEarned(context.Background()); err != nil || !due {
		t.Errorf("due %v, %v", due, err) // a day is over since the last computation
	}
	w.has(ann, "founder", "year_1")
	w.fromNothing(ann, bob)
}

// On two nodes at once everything is given once.
func TestBadgesAreGivenOnceByManyNodes(t *testing.T) {
	w := newWorld(t)
	w.late()
	other := w.OpenNode(4)
	var people []storetest.Person
	for i := range 12 {
		people = append(people, w.Join(fmt.Sprint("member", i)))
	}
	for _, p := range people {
		w.Stored(p.Says("general", "hello"))
	}
	var announced sync.Map
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			node := []storetest.Node{w.Node, other}[i%2]
			for range 3 {
				values, _, _, err := ranks.NewBadges(node.DB).SearchEarned(context.Background())
				if err != nil {
					t.Error(err)
				}
				for _, v := range values {
					if _, twice := announced.LoadOrStore(v.Subject, true); twice && v.Kind == "badge_earned" {
						t.Errorf("%s is announced twice", v.Subject)
					}
				}
			}
		})
	}
	wait.Wait()
	w.searched()
	for _, p := range people {
		w.has(p, "first_message")
	}
}

// A rule that goes takes no row with it, newer rules are computed first, one node at a
// time, and what an older program had not noted is given within a day.
func TestRulesThatChange(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	w.late()
	ann := w.Join("ann")
	w.Exec(`insert into earned_badges (member_id, badge, earned_at) values ($1, 'of_old', muster_now())`, ann.ID)
	w.Exec(`update badge_search set rules = 0`)
	w.Stored(ann.Says("general", "hello"))
	if _, _, due, err := w.badges().SearchEarned(ctx); !due || err != nil {
		t.Errorf("due %v, %v", due, err)
	}
	w.has(ann) // the moment would be that of a hundred members
	w.Exec(`update badge_search set claimed_until = now() + interval '1 minute'`)
	if _, err := w.badges().Recompute(ctx, 0); store.AsError(err).Reason != "badges_computing" {
		t.Errorf("%v", err)
	}
	w.Exec(`update badge_search set claimed_until = now() - interval '1 minute'`)
	w.searched()
	w.has(ann, "first_message")
	if n := storetest.One[int](w.World, `select count(*) from earned_badges where badge = 'of_old'`); n != 1 {
		t.Error("a badge is lost")
	}
	stopped, stop := context.WithCancel(ctx)
	stop()
	if _, err := w.badges().Recompute(stopped, 0); err == nil {
		t.Error("it ended")
	}
	w.Must(storetest.Second(w.badges().Recompute(ctx, 0)))
}

// Who is erased has no badges any more and is given none by what it left behind.
func TestErasedMembersHaveNoBadges(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	w.DB.Join(w.points(rank.DefaultPointsRules))
	w.late()
	ann, bob := w.Join("ann"), w.Join("bob")
	said := w.Stored(ann.Says("general", "hello")).Message.ID
	w.searched()
	w.Must(w.badges().SetMoments(ctx, ann.ID, false))
	storetest.DueForErasure(t, w.Owner(), ann.ID)
	w.Must(storetest.Second(w.EraseDue(ctx)))
	w.reply(bob, said)
	w.searched()
	w.Must(storetest.Second(w.badges().Recompute(ctx, 0)))
	if n := storetest.One[int](w.World, `select (select count(*) from earned_badges where member_id = $1) + (select count(*) from badge_causes where member_id = $1)
		+ (select count(*) from badge_settings where member_id = $1)`, ann.ID); n != 0 {
		t.Errorf("%d rows are left", n)
	}
	w.has(bob, "first_message")
}
