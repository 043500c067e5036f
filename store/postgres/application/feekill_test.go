package application_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"muster/store/money"
)

// feeOrder is what a process of TestFeeSettlingProcess is to settle.
type feeOrder struct {
	URL      string
	Checkout money.Checkout
}

const feeOrderEnv = "MUSTER_TEST_FEE"

// killed has another process settle a fee too, and kills it in the middle.
func (w *world) killed(c money.Checkout) {
	text, err := json.Marshal(feeOrder{w.url, c})
	if err != nil {
		w.t.Error(err)
		return
	}
	process := exec.Command(os.Args[0], "-test.run=^TestFeeSettlingProcess$", "-test.v")
	process.Env = append(os.Environ(), feeOrderEnv+"="+string(text))
	out, err := process.StdoutPipe()
	if err == nil {
		err = process.Start()
	}
	if err != nil {
		w.t.Error(err)
		return
	}
	settling := false
	for lines := bufio.NewScanner(out); !settling && lines.Scan(); {
		if settling = lines.Text() == "settling"; settling {
			time.Sleep(time.Duration(rand.IntN(5000)) * time.Microsecond) // anywhere in its transactions
		}
	}
	if err := process.Process.Kill(); err != nil || !settling {
		w.t.Errorf("the process was not killed while it settled: %v", err)
	}
	_ = process.Wait()
}

// TestFeeSettlingProcess is no test but the process that TestEveryFeeSettlesOnce kills: it
// settles one fee by new notices again and again until then.
func TestFeeSettlingProcess(t *testing.T) {
	text := os.Getenv(feeOrderEnv)
	if text == "" {
		t.Skip("run by TestEveryFeeSettlesOnce")
	}
	var order feeOrder
	if err := json.Unmarshal([]byte(text), &order); err != nil {
		t.Fatal(err)
	}
	w := openWorld(t, order.URL)
	provider := newCashier()
	provider.sessions[order.Checkout.ID] = money.ProviderPayment{Checkout: order.Checkout}
	payments := w.takes(provider)
	fmt.Println("settling")
	for n, end := 0, time.Now().Add(time.Minute); time.Now().Before(end); n++ {
		_, _ = payments.Notify(ctx, paidNotice(fmt.Sprintf("evt_%d_%d_%s", os.Getpid(), n, order.Checkout.ID), order.Checkout))
	}
}
