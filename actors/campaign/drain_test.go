package campaign

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"muster/actors/runtime"
	"muster/store"
	"muster/store/campaign"
)

// slowStore has one campaign that waits for its pace. A step takes a second.
type slowStore struct {
	mu    sync.Mutex
	taken bool
	steps []campaign.Step
}

func (s *slowStore) DueCampaigns(context.Context) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.taken {
		return nil, nil
	}
	return []string{"one"}, nil
}

func (s *slowStore) TakeCampaign(_ context.Context, id string) (campaign.Campaign, int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken = true
	return campaign.Campaign{ID: id, Type: campaign.EmailCampaign, Status: campaign.Processing}, 1, nil
}

func (s *slowStore) StepCampaign(_ context.Context, step campaign.Step) (campaign.State, error) {
	time.Sleep(time.Second)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.steps = append(s.steps, step)
	return campaign.State{Campaign: campaign.Campaign{ID: step.ID, Type: campaign.EmailCampaign, Status: campaign.Processing}, NextIn: time.Minute}, nil
}

// A campaign that is drained while a step is under way is given up by a step of its own. It
// ended with the step under way, which had kept the lease: no other node could go on with it
// for campaign.Lease.
func TestDrainDuringAStepGivesTheLeaseUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		logger := slog.New(slog.DiscardHandler)
		after := func(d time.Duration, f func()) func() {
			timer := time.AfterFunc(d, f)
			return func() { timer.Stop() }
		}
		node, system, kept := runtime.NewNode(time.Now, after, logger, nil), runtime.NewSystem(logger), &slowStore{}
		ref := system.SpawnRoot("campaigns", New(Config{Node: node, Campaigns: kept, Broadcast: func(...store.Broadcast) {}}))
		runtime.Tell(ref, runtime.ReadNow{})
		time.Sleep(time.Second / 2) // the first step is under way
		done := make(chan struct{})
		runtime.Tell(ref, Drain{Done: done})
		<-done
		kept.mu.Lock()
		if last := kept.steps[len(kept.steps)-1]; !last.Release {
			t.Errorf("the last of %d steps kept the lease", len(kept.steps))
		}
		kept.mu.Unlock()
		runtime.Poison(ref)
		node.End()
		node.Wait()
		system.Workers.Close()
		time.Sleep(time.Second)
	})
}
