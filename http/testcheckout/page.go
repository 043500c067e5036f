package testcheckout

import (
	_ "embed"
	"html/template"
	"net/http"
	"strings"
	"time"

	"muster/store/money"
)

//go:embed pay.css
var stylesheet string

func (s *Server) style(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	_, _ = w.Write([]byte(stylesheet))
}

var payPage = template.Must(template.New("pay").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Test checkout</title><link rel="stylesheet" href="{{.Style}}"></head>
<body><p class="banner">TEST PAYMENTS: no money moves</p>
<main><h1>{{.Name}}</h1><p class="sum">{{.Sum}}</p>
{{if .Notice}}<p role="status">{{.Notice}}</p>{{end}}
<form method="post">
{{range .Actions}}<button name="action" value="{{.Value}}">{{.Text}}</button>
{{end}}</form></main></body></html>
`))

type button struct{ Value, Text string }

// show sends the page of a session.
func (s *Server) show(w http.ResponseWriter, one session, notice string) {
	var actions []button
	switch {
	case one.status(time.Now()) == "open":
		actions = []button{{"pay", "Pay"}, {"pay_and_close", "Pay and close the tab"}, {"decline", "Be declined"}, {"cancel", "Cancel"}}
	case one.status(time.Now()) == "expired":
		notice = strings.TrimSpace(notice + " This checkout has expired.")
	case one.Dispute == "":
		actions = []button{{"return", "Go back to the shop"}, {"dispute", "Dispute the payment at the bank"}}
	case one.Dispute == "needs_response":
		actions = []button{{"win", "Decide the dispute for the shop"}, {"lose", "Decide the dispute for the card holder"}}
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "same-origin") // with no-referrer the form's origin is null, and refused
	_ = payPage.Execute(w, map[string]any{           // the browser may have gone
		"Style": "../pay.css", "Name": one.Name, "Sum": money.Cents(one.Amount).String() + " " + strings.ToUpper(one.Currency), "Notice": notice, "Actions": actions,
	})
}

func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	one, err := s.read(r.Context(), r.PathValue("id"))
	if err != nil {
		http.Error(w, "There is no such checkout.", http.StatusNotFound)
		return
	}
	notice := ""
	if one.Paid {
		notice = "This was paid."
	}
	s.show(w, one, notice)
}

// act does what a button says.
func (s *Server) act(w http.ResponseWriter, r *http.Request) {
	action, kind := r.PostFormValue("action"), ""
	one, err := s.change(r.Context(), r.PathValue("id"), func(one *session) (bool, error) {
		kind = ""
		switch {
		case strings.HasPrefix(action, "pay") && one.status(time.Now()) == "open":
			one.Paid, kind = true, "checkout.session.completed"
		case action == "dispute" && one.Paid && one.Dispute == "" && one.refunded() < one.Amount:
			one.Dispute, kind = "needs_response", "charge.dispute.created"
		case action == "win" && one.Dispute == "needs_response":
			one.Dispute, kind = "won", "charge.dispute.closed"
		case action == "lose" && one.Dispute == "needs_response":
			one.Dispute, kind = "lost", "charge.dispute.closed"
		}
		return kind != "", nil
	})
	if err != nil {
		http.Error(w, "There is no such checkout.", http.StatusNotFound)
		return
	}
	switch {
	case kind == "checkout.session.completed":
		s.send(kind, one.asObject(time.Now(), s.pageOf(one.ID), false))
	case kind != "":
		s.send(kind, one.dispute())
	}
	switch {
	case (action == "pay" || action == "return") && one.Paid:
		http.Redirect(w, r, strings.ReplaceAll(one.SuccessURL, "{CHECKOUT_SESSION_ID}", one.ID), http.StatusSeeOther)
	case action == "cancel":
		http.Redirect(w, r, one.CancelURL, http.StatusSeeOther)
	case action == "pay_and_close" && one.Paid:
		s.show(w, one, "This was paid. You may close this tab: the payment counts.")
	case action == "decline":
		s.show(w, one, "Your card was declined. Nothing was paid.")
	default:
		s.show(w, one, "Done.")
	}
}
