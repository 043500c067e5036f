// Notifications for browsers: a search that follows the rooms' logs queues jobs,
// and each job notifies some browsers of one message.

package queue

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"muster/store"
	"muster/store/chat"
	chats "muster/store/postgres/chat"
)

// Limits of push. Its jobs have workers of their own: a push service that does
// not answer delays no sign-in code.
const (
	pushQueue    = "push"
	pushWorkers  = 3
	pushTargets  = 50               // browsers of one job
	pushParallel = 10               // calls at once of one job
	pushTime     = 40 * time.Second // of one job, all of whose calls may take 5 s each (http/gateway)
	pushTries    = 6                // of one browser
	pushSweep    = time.Hour
	maxPushCount = 99 // a notification counts no further
)

// Pushes notifies browsers of messages.
type Pushes struct {
	queue  *Queue
	pusher chat.Pusher
}

// AddPush registers the jobs that notify browsers of messages.
func (q *Queue) AddPush(pusher chat.Pusher) *Pushes {
	p := &Pushes{queue: q, pusher: pusher}
	addWorker(q, &pushWorker{pushes: p})
	addPeriodic(q, pushSweep, sweepPushes{}, q.chat.SweepPushSubscriptions)
	return p
}

// RequireFaces notifies only browsers in whose session a face was recognised. It is called while
// the node is wired.
func (p *Pushes) RequireFaces() { p.queue.chat.RequireFaces() }

// sweepPushes are the arguments of the sweep.
type sweepPushes struct{}

func (sweepPushes) Kind() string { return "push_sweep" }

// Search looks for messages to notify of, once a second until the queue stops.
// reading gives the members who are in a room now: they see what is said there.
func (p *Pushes) Search(reading func(ctx context.Context, room string) (map[string]bool, error)) {
	search := chats.PushSearch{Reading: reading, Queue: p.queueDue}
	p.queue.eachSecond("push", func(ctx context.Context) (bool, error) { return p.queue.chat.SearchPushes(ctx, search) })
}

// pushArgs are the arguments of a job: ids alone, so that nothing of a message is
// stored a second time.
type pushArgs struct {
	Message string            `json:"message"`
	To      []chat.PushTarget `json:"to"`
	Try     int               `json:"try,omitempty"` // tries before this one
}

func (pushArgs) Kind() string { return "push" }

// InsertOpts keeps push on its own workers. Their attempts are for failures of
// the database; those of push services are counted in the arguments.
func (pushArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: pushQueue, MaxAttempts: 5}
}

// queueDue queues jobs in the transaction of the search.
func (p *Pushes) queueDue(ctx context.Context, tx pgx.Tx, due []chat.PushDue) error {
	var jobs []river.InsertManyParams
	for _, d := range due {
		for some := range slices.Chunk(d.To, pushTargets) {
			jobs = append(jobs, river.InsertManyParams{Args: pushArgs{Message: d.MessageID, To: some}})
		}
	}
	_, err := p.queue.client.InsertManyTx(ctx, tx, jobs)
	return err
}

type pushWorker struct {
	river.WorkerDefaults[pushArgs]
	pushes *Pushes
}

// Timeout is longer than that of other jobs: one that was cut off would notify again those
// whom it had reached.
func (w *pushWorker) Timeout(*river.Job[pushArgs]) time.Duration { return pushTime }

// Work notifies the browsers that may still be notified. Another job gets those whose
// service asks to wait.
func (w *pushWorker) Work(ctx context.Context, job *river.Job[pushArgs]) error {
	p := w.pushes
	targets, ids := map[string]chat.PushTarget{}, make([]string, len(job.Args.To))
	for i, one := range job.Args.To {
		ids[i], targets[one.Subscription] = one.Subscription, one
	}
	message, recipients, err := p.queue.chat.PushRecipients(ctx, job.Args.Message, ids)
	if err != nil {
		return err
	}
	out := p.pushToAll(ctx, message, recipients, targets)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if len(out.gone) > 0 {
		if err := p.queue.chat.DropPushSubscriptions(ctx, out.gone); err != nil {
			return err
		}
	}
	if len(out.refused) > 0 {
		p.queue.log.Warn("push: services refused notifications", "browsers", len(out.refused), "cause", out.cause.Error())
	}
	if len(out.later) == 0 {
		return nil
	}
	next := pushArgs{Message: job.Args.Message, To: out.later, Try: job.Args.Try + 1}
	if next.Try >= pushTries {
		p.queue.log.Warn("push: given up", "browsers", len(out.later), "cause", out.cause.Error())
		return nil
	}
	wait := max(out.wait, 2*time.Second<<(2*job.Args.Try)) // 2 s, 8 s, 32 s, 2 min, 9 min
	_, err = p.queue.client.Insert(ctx, next, &river.InsertOpts{Queue: pushQueue, MaxAttempts: 5, ScheduledAt: p.queue.clock.Now().Add(wait)})
	return err
}

// outcome is what became of a job's calls.
type outcome struct {
	gone    []string // browsers that their services do not know any more
	refused []string
	later   []chat.PushTarget
	wait    time.Duration
	cause   error // of a failure; names nobody
}

// pushToAll notifies the recipients of a message, several at once.
func (p *Pushes) pushToAll(ctx context.Context, message chats.PushMessage, recipients []chats.PushRecipient, targets map[string]chat.PushTarget) outcome {
	var mu sync.Mutex
	var out outcome
	var calls sync.WaitGroup
	slots := make(chan struct{}, pushParallel)
	for _, to := range recipients {
		slots <- struct{}{}
		calls.Go(func() {
			defer func() { <-slots }()
			err := p.pusher.Push(ctx, to.PushSubscription, notification(message, to, targets[to.ID]))
			if err == nil {
				return
			}
			mu.Lock()
			defer mu.Unlock()
			e := store.AsError(err)
			switch e.Code {
			case store.NotFound:
				out.gone = append(out.gone, to.ID)
				return
			case store.Limited, store.Unavailable:
				out.later = append(out.later, targets[to.ID])
				out.wait = max(out.wait, e.RetryAfter)
			default:
				out.refused = append(out.refused, to.ID)
			}
			out.cause = errors.New(e.Message)
		})
	}
	calls.Wait()
	return out
}

// notification is what a browser shows of a message and of those that it stands for, in
// its member's language. The text is included only where the member wants it.
func notification(m chats.PushMessage, to chats.PushRecipient, t chat.PushTarget) chat.Push {
	say := to.Language.Say
	var text string
	switch {
	case to.Preview && t.Count > 1:
		text = say("push.previewOfSeveral", m.Sender, m.Text, countWords(t.Count))
	case to.Preview:
		text = say("push.preview", m.Sender, m.Text)
	case t.Mention:
		text = say("push.mention", m.Sender)
	case t.Reply:
		text = say("push.reply", m.Sender)
	case t.Count > 1:
		text = say("push.several", m.Sender, countWords(t.Count))
	default:
		text = say("push.one", m.Sender)
	}
	payload, err := json.Marshal(chat.PushPayload{
		Title: m.RoomName, Body: text, RoomID: m.Room, MessageID: m.ID, Seq: m.Seq, Mention: t.Mention, Reply: t.Reply, Count: max(t.Count, 1),
		Tag: "room:" + m.Room,
	})
	if err != nil {
		panic("queue: " + err.Error()) // a plain struct
	}
	// A mention that a push service could not deliver yet is not replaced by what follows.
	urgent := t.Mention || t.Reply
	topic := sha256.Sum256(fmt.Append(nil, m.Room, urgent))
	return chat.Push{Payload: payload, Topic: base64.RawURLEncoding.EncodeToString(topic[:24]), Urgent: urgent}
}

// countWords are a count of messages, up to maxPushCount.
func countWords(count int) string {
	if count > maxPushCount {
		return strconv.Itoa(maxPushCount) + "+"
	}
	return strconv.Itoa(count)
}
