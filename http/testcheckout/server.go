package testcheckout

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"muster/store"
)

// Sessions keeps the sessions (store/postgres).
type Sessions interface {
	// Add stores a session, or finds that of the same attempt, and gives what is stored.
	Add(ctx context.Context, id, attempt string, session []byte) ([]byte, error)
	// Change runs change on a locked session; nil leaves it as it is. NotFound for none.
	Change(ctx context.Context, id string, change func(session []byte) ([]byte, error)) error
	// List reads a page of a range, newest first, after the session of an id.
	List(ctx context.Context, from, to time.Time, after string, limit int) ([][]byte, error)
}

// Config configures a Server.
type Config struct {
	Sessions      Sessions
	Key           string // that the API's caller must have
	WebhookSecret string // with which notices are signed
	WebhookURL    string // where they go
	PageURL       string // folder of the pages, as browsers reach it
	Logger        *slog.Logger
}

// Server is the stand-in. Close ends what it still has to send.
type Server struct {
	Config
	mux     *http.ServeMux
	client  *http.Client
	ctx     context.Context
	cancel  context.CancelFunc
	sending sync.WaitGroup
}

// New makes a Server. It fails beside a key that is not of this stand-in.
func New(c Config) (*Server, error) {
	if !strings.HasPrefix(c.Key, KeyPrefix) {
		return nil, errors.New("the test checkout does not run beside another provider's key")
	}
	s := &Server{Config: c, mux: http.NewServeMux(), client: &http.Client{Timeout: 10 * time.Second}}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.mux.HandleFunc("POST /v1/checkout/sessions", s.api(s.create))
	s.mux.HandleFunc("GET /v1/checkout/sessions", s.api(s.list))
	s.mux.HandleFunc("GET /v1/checkout/sessions/{id}", s.api(s.retrieve))
	s.mux.HandleFunc("POST /v1/refunds", s.api(s.refund))
	s.mux.HandleFunc("GET /pay.css", s.style)
	s.mux.HandleFunc("GET /pay/{id}", s.page)
	s.mux.HandleFunc("POST /pay/{id}", s.act)
	return s, nil
}

// KeyPrefix begins the keys of the stand-in.
const KeyPrefix = "sk_test_muster_"

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// Close ends what is being sent.
func (s *Server) Close() {
	s.cancel()
	s.sending.Wait()
}

// apiError is a failure in the provider's form.
type apiError struct {
	status     int
	kind, code string
	message    string
}

func (e apiError) Error() string { return e.message }

// api answers a call of the provider's API.
func (s *Server) api(do func(r *http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var reply any
		err := error(apiError{http.StatusUnauthorized, "invalid_request_error", "", "Invalid API key"})
		given := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		if subtle.ConstantTimeCompare([]byte(given), []byte(s.Key)) == 1 {
			reply, err = do(r)
		}
		status := http.StatusOK
		if err != nil {
			var failure apiError
			switch {
			case errors.As(err, &failure):
			case store.CodeOf(err) == store.NotFound:
				failure = apiError{http.StatusNotFound, "invalid_request_error", "resource_missing", "No such object"}
			default:
				failure = apiError{http.StatusInternalServerError, "api_error", "", "Something went wrong"}
			}
			status, reply = failure.status, object{"error": object{"type": failure.kind, "code": failure.code, "message": failure.message}}
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(reply) // the caller may have gone
	}
}

func invalid(message string) error {
	return apiError{http.StatusBadRequest, "invalid_request_error", "parameter_invalid", message}
}

func (s *Server) pageOf(id string) string { return s.PageURL + "/pay/" + id }

// create makes a session.
func (s *Server) create(r *http.Request) (any, error) {
	if err := r.ParseForm(); err != nil {
		return nil, invalid("The form is malformed")
	}
	unit, err := strconv.ParseInt(r.PostFormValue("line_items[0][price_data][unit_amount]"), 10, 64)
	count, err2 := strconv.ParseInt(r.PostFormValue("line_items[0][quantity]"), 10, 32)
	made := session{
		ID: sessionPrefix + rand.Text(), Amount: unit * count, Currency: r.PostFormValue("line_items[0][price_data][currency]"),
		Name:       r.PostFormValue("line_items[0][price_data][product_data][name]"),
		SuccessURL: r.PostFormValue("success_url"), CancelURL: r.PostFormValue("cancel_url"), Metadata: map[string]string{}, Created: time.Now().Unix(),
	}
	if err != nil || err2 != nil || made.Amount < 50 || r.PostFormValue("mode") != "payment" || made.Currency == "" || made.SuccessURL == "" {
		return nil, invalid("mode, success_url and one line item with price_data and quantity are needed")
	}
	for name, values := range r.PostForm {
		if key, ok := strings.CutPrefix(name, "metadata["); ok {
			made.Metadata[strings.TrimSuffix(key, "]")] = values[0]
		}
	}
	raw, err := json.Marshal(made)
	if err != nil {
		return nil, err
	}
	stored, err := s.Sessions.Add(r.Context(), made.ID, r.Header.Get("Idempotency-Key"), raw)
	if err != nil {
		return nil, err
	}
	var kept session
	if err := json.Unmarshal(stored, &kept); err != nil {
		return nil, err
	}
	if kept.Amount != made.Amount || kept.SuccessURL != made.SuccessURL {
		return nil, apiError{http.StatusBadRequest, "idempotency_error", "", "This key was used with other parameters"}
	}
	return kept.asObject(time.Now(), s.pageOf(kept.ID), false), nil
}

// change runs do on a session and gives it as it is then. do says whether it changed.
func (s *Server) change(ctx context.Context, id string, do func(*session) (bool, error)) (session, error) {
	var now session
	err := s.Sessions.Change(ctx, id, func(raw []byte) ([]byte, error) {
		now = session{}
		if err := json.Unmarshal(raw, &now); err != nil {
			return nil, err
		}
		changed, err := do(&now)
		if err != nil || !changed {
			return nil, err
		}
		return json.Marshal(now)
	})
	return now, err
}

func (s *Server) read(ctx context.Context, id string) (session, error) {
	return s.change(ctx, id, func(*session) (bool, error) { return false, nil })
}

func (s *Server) retrieve(r *http.Request) (any, error) {
	found, err := s.read(r.Context(), r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	return found.asObject(time.Now(), s.pageOf(found.ID), false), nil
}

// list pages through the sessions with their payments and charges.
func (s *Server) list(r *http.Request) (any, error) {
	q := r.URL.Query()
	unix := func(name string, other int64) time.Time {
		if n, err := strconv.ParseInt(q.Get(name), 10, 64); err == nil {
			other = n
		}
		return time.Unix(other, 0)
	}
	limit := 10
	if n, err := strconv.Atoi(q.Get("limit")); err == nil && n > 0 && n <= 100 {
		limit = n
	}
	const farAway = 1 << 40
	page, err := s.Sessions.List(r.Context(), unix("created[gte]", 0), unix("created[lt]", farAway), q.Get("starting_after"), limit+1)
	if err != nil {
		return nil, err
	}
	more := len(page) > limit
	all := []object{}
	for _, raw := range page[:min(limit, len(page))] {
		var one session
		if err := json.Unmarshal(raw, &one); err != nil {
			return nil, err
		}
		all = append(all, one.asObject(time.Now(), s.pageOf(one.ID), true))
	}
	return object{"object": "list", "url": "/v1/checkout/sessions", "has_more": more, "data": all}, nil
}

// refund pays back and sends the notice of it.
func (s *Server) refund(r *http.Request) (any, error) {
	id, ok := strings.CutPrefix(r.PostFormValue("payment_intent"), "pi_test_")
	if !ok {
		return nil, apiError{http.StatusNotFound, "invalid_request_error", "resource_missing", "No such payment_intent"}
	}
	var made refund
	again := false
	now, err := s.change(r.Context(), sessionPrefix+id, func(one *session) (bool, error) {
		if made, again = one.refundOf(r.Header.Get("Idempotency-Key")); again {
			return false, nil
		}
		left := one.Amount - one.refunded()
		amount := left
		if raw := r.PostFormValue("amount"); raw != "" {
			var err error
			if amount, err = strconv.ParseInt(raw, 10, 64); err != nil {
				return false, invalid("amount is no number")
			}
		}
		switch {
		case !one.Paid || one.Dispute != "" && one.Dispute != "won":
			return false, invalid("This payment cannot be refunded")
		case amount <= 0 || amount > left:
			return false, invalid("The refund is more than what is left of the payment")
		}
		made = refund{ID: "re_test_" + rand.Text(), Attempt: r.Header.Get("Idempotency-Key"), Amount: amount}
		one.Refunds = append(one.Refunds, made)
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	if !again {
		s.send("charge.refunded", now.charge())
	}
	return made.asObject(now), nil
}
