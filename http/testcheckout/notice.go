package testcheckout

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"time"

	"github.com/stripe/stripe-go/v85"
	"github.com/stripe/stripe-go/v85/webhook"
)

// noticeTries are the waits before each try to send a notice.
var noticeTries = []time.Duration{0, 300 * time.Millisecond, time.Second, 3 * time.Second, 10 * time.Second}

// send sends a signed notice of an object beside the call that caused it, and again while
// it is not taken.
func (s *Server) send(kind string, of object) {
	payload, err := json.Marshal(object{
		"id": "evt_test_" + rand.Text(), "object": "event", "type": kind, "api_version": stripe.APIVersion, "created": time.Now().Unix(),
		"livemode": false, "data": object{"object": of},
	})
	if err != nil {
		s.Logger.Error("test checkout: a notice does not encode", "kind", kind)
		return
	}
	s.sending.Go(func() {
		for _, wait := range noticeTries {
			select {
			case <-s.ctx.Done():
				return
			case <-time.After(wait):
			}
			if s.offer(payload) {
				return
			}
		}
		s.Logger.Warn("test checkout: a notice was not taken; the sweep makes it good", "kind", kind)
	})
}

// offer sends a notice once and says whether it was taken.
func (s *Server) offer(payload []byte) bool {
	signed := webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: payload, Secret: s.WebhookSecret})
	request, err := http.NewRequestWithContext(s.ctx, http.MethodPost, s.WebhookURL, bytes.NewReader(payload))
	if err != nil {
		return false
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Stripe-Signature", signed.Header)
	reply, err := s.client.Do(request)
	if err != nil {
		return false
	}
	defer reply.Body.Close()
	return reply.StatusCode < 300
}
