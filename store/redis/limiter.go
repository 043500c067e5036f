// Rate limits over all nodes: two buckets a member in Redis, of messages and of reactions.
// Every action is reported to its bucket afterwards and never waits for it.

package redis

import (
	"context"
	"strconv"
	"time"

	goredis "github.com/redis/go-redis/v9"
)

// report is one token spent on this node.
type report struct {
	key    string
	step   time.Duration
	settle func(left time.Duration)
}

// Limits of the reports.
const (
	reportTimeout = 100 * time.Millisecond // for an answer; a later one is of no use
	reportPause   = time.Second            // without reports, after Redis did not answer
	reportBatch   = 64
)

// addStep adds one step to a bucket and gives the microseconds until it is
// full again (the generic cell rate algorithm, by Redis's own clock).
const addStep = `
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now) + tonumber(ARGV[1])
local left = full - now
redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', math.ceil(left / 1000))
return left`

// Report takes from the bucket that all nodes share under key what one act costs that
// this node let through: step of time. settle is called, from another goroutine,
// with how long it takes until that bucket is full again; not at all when Redis
// gives no answer within 100 ms. Report itself never waits.
func (b *Bus) Report(key string, step time.Duration, settle func(left time.Duration)) {
	select {
	case b.reports <- report{key, step, settle}:
	default:
	}
}

// sendReports sends what was spent to Redis, many actions in one pipeline. While
// Redis does not answer, every node limits its own sockets alone.
func (b *Bus) sendReports() {
	var pausedUntil time.Time
	for {
		select {
		case <-b.ctx.Done():
			return
		case first := <-b.reports:
			batch := b.nextReports(first)
			if time.Now().After(pausedUntil) && !b.sendBatch(batch) {
				pausedUntil = time.Now().Add(reportPause)
			}
		}
	}
}

func (b *Bus) nextReports(first report) []report {
	batch := []report{first}
	for len(batch) < reportBatch {
		select {
		case s := <-b.reports:
			batch = append(batch, s)
		default:
			return batch
		}
	}
	return batch
}

func (b *Bus) sendBatch(batch []report) bool {
	ctx, cancel := context.WithTimeout(b.ctx, reportTimeout)
	defer cancel()
	pipe := b.client.Pipeline()
	answers := make([]*goredis.Cmd, len(batch))
	for i, s := range batch {
		step := strconv.FormatInt(max(s.step.Microseconds(), 1), 10)
		answers[i] = pipe.Eval(ctx, addStep, []string{b.namespace + ":pace:" + s.key}, step)
	}
	_, err := pipe.Exec(ctx)
	for i, s := range batch {
		if left, wrong := answers[i].Int64(); wrong == nil {
			s.settle(time.Duration(left) * time.Microsecond)
		}
	}
	return err == nil
}
