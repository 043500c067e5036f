package money_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"muster/store"
	"muster/store/money"
)

// What was taken back does not depend on the order of the notices or on how often each
// came, and is never more than the amount.
func TestTakenBackInAnyOrder_PAY7(t *testing.T) {
	began := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	rapid.Check(t, func(t *rapid.T) {
		amount := money.Cents(rapid.IntRange(1, 1000).Draw(t, "amount"))
		notices := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) money.Reversal {
			at := began.Add(time.Duration(rapid.IntRange(0, 3).Draw(t, "at")) * time.Second)
			if rapid.Bool().Draw(t, "refund") {
				return money.Reversal{At: at, Refunded: money.Cents(rapid.IntRange(0, 1200).Draw(t, "refunded"))}
			}
			if rapid.Bool().Draw(t, "failed refund") {
				return money.Reversal{At: at, RefundID: rapid.SampledFrom([]string{"r", "s"}).Draw(t, "id"), Failed: money.Cents(rapid.IntRange(0, 1200).Draw(t, "failed"))}
			}
			return money.Reversal{
				At: at, DisputeID: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "dispute"), Disputed: money.Cents(rapid.IntRange(0, 1200).Draw(t, "disputed")),
				State: rapid.SampledFrom([]money.DisputeState{money.DisputeOpen, money.DisputeWon, money.DisputeLost, money.DisputeInquiry}).Draw(t, "state"),
			}
		}), 0, 8).Draw(t, "notices")
		refunded, disputed := money.TakenBack(amount, notices)
		if refunded < 0 || disputed < 0 || refunded+disputed > amount {
			t.Fatalf("of %v: %v and %v", amount, refunded, disputed)
		}
		again := append(notices[:len(notices):len(notices)], notices...)
		rand.Shuffle(len(again), func(i, j int) { again[i], again[j] = again[j], again[i] })
		if r, d := money.TakenBack(amount, again); r != refunded || d != disputed {
			t.Fatalf("%v, %v in another order: %v, %v", refunded, disputed, r, d)
		}
	})
	at := func(s int) time.Time { return began.Add(time.Duration(s) * time.Second) }
	won := []money.Reversal{{At: at(2), DisputeID: "a", State: money.DisputeWon, Disputed: 10}, {At: at(3), DisputeID: "a", State: money.DisputeOpen, Disputed: 10}}
	if _, disputed := money.TakenBack(10, won); disputed != 0 {
		t.Errorf("a dispute that was won takes %v", disputed)
	}
	later := []money.Reversal{{At: at(5), Refunded: 4}, {At: at(1), Refunded: 2}}
	if refunded, _ := money.TakenBack(10, later); refunded != 4 {
		t.Errorf("%v refunded, want the whole so far", refunded)
	}
	// A refund of 5 that fails, reported three times, and another refund of 5 after it.
	failing := []money.Reversal{{At: at(1), Refunded: 5}, {At: at(9), RefundID: "r", Failed: 5}, {At: at(9), RefundID: "r", Failed: 5}, {At: at(30), RefundID: "r", Failed: 5}}
	if refunded, _ := money.TakenBack(10, failing); refunded != 0 {
		t.Errorf("a refund that failed takes %v", refunded)
	}
	if refunded, _ := money.TakenBack(10, append(failing, money.Reversal{At: at(20), Refunded: 5})); refunded != 5 {
		t.Errorf("a refund after one that failed takes %v", refunded)
	}
}

// A sum is read from the digits that were written, and nothing else is one.
func TestParseDollars_CONT5(t *testing.T) {
	for text, want := range map[string]money.Cents{"5": 500, "5.5": 550, "5.05": 505, "10000.01": 1_000_001, "0": 0, "0.29": 29, "-5": -500, "-0.01": -1} {
		if got, err := money.ParseDollars(text); err != nil || got != want {
			t.Errorf("%q is %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"", ".5", "5.", "5.001", "1e3", "1E3", "--5", "-", "+5", "NaN", "5e308", "0x5", "5_0", "５", " 5", `"5"`, "null"} {
		if got, err := money.ParseDollars(text); store.CodeOf(err) != store.Invalid {
			t.Errorf("%q is %d, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{"99999999999999999999": "Maximum contribution is $10,000", "-5": "Minimum contribution is $5", "-99999999999999999999": "Minimum contribution is $5"} {
		sum, err := money.ParseDollars(text)
		if err == nil {
			err = money.ForCommunity.CheckAmount(sum)
		}
		if err == nil || store.AsError(err).Message != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A preset is rounded half up to whole cents; the client's rules have the same table.
func TestPresets_COST15(t *testing.T) {
	for _, c := range []struct {
		cost    money.Cents
		percent int
		want    money.Cents
	}{
		{100_00, 25, 25_00}, {10_01, 50, 5_01}, {10_01, 25, 2_50}, {9_98, 25, 2_50}, {11_98, 25, 3_00}, {11_97, 25, 2_99}, {40_02, 75, 30_02}, {1, 50, 1},
		{80_01, 50, 40_01}, {80_01, 100, 80_01}, {0, 100, 0}, {-5, 50, 0},
	} {
		if got := (money.ServerCost{Current: c.cost}).Preset(c.percent); got != c.want {
			t.Errorf("%d %% of %d is %d, want %d", c.percent, c.cost, got, c.want)
		}
	}
}
