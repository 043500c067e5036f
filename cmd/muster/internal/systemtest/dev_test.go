package systemtest

import (
	"bytes"
	"context"
	"encoding/json"
	"muster/cmd/muster/internal/systemtest/harness"
	"net/http"
	"net/http/cookiejar"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// person is somebody at a browser on a node.
type person struct {
	n     *node
	http  *http.Client
	token string
}

func (n *node) person() *person {
	jar, err := cookiejar.New(nil)
	if err != nil {
		n.t.Fatal(err)
	}
	return &person{n: n, http: &http.Client{Jar: jar, Timeout: 30 * time.Second}}
}

// call makes one call and reads its JSON; body nil is a GET.
func (p *person) call(path string, body, reply any) int {
	p.n.t.Helper()
	method, raw := http.MethodGet, []byte(nil)
	if body != nil {
		method = http.MethodPost
		raw, _ = json.Marshal(body)
	}
	request, err := http.NewRequest(method, "http://"+p.n.addr+path, bytes.NewReader(raw))
	if err != nil {
		p.n.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	if p.token != "" {
		request.Header.Set("Authorization", "Bearer "+p.token)
	}
	answer, err := p.http.Do(request)
	if err != nil {
		p.n.t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(reply); err != nil {
		p.n.t.Fatalf("%s: %v", path, err)
	}
	return answer.StatusCode
}

// code asks for a code and reads it in the outbox.
func (p *person) code(email string) (code string) {
	p.n.t.Helper()
	var said map[string]any
	if status := p.call("/api/auth/send-verification", map[string]string{"email": email}, &said); status != 200 {
		p.n.t.Fatalf("asking for a code: %d %v", status, said)
	}
	deadline := time.Now().Add(20 * time.Second)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for ; code == ""; <-tick.C {
		if time.Now().After(deadline) {
			p.n.t.Fatal("no code came")
		}
		var outbox struct {
			Messages []struct{ Channel, To, Subject, Text string }
		}
		p.call("/dev/outbox", nil, &outbox)
		for _, m := range outbox.Messages {
			if m.To == email && m.Channel == "email" {
				code = regexp.MustCompile(`\b\d{6}\b`).FindString(m.Text)
				break
			}
		}
	}
	return code
}

// signIn hands in the code that comes to an address.
func (p *person) signIn(email string) {
	p.n.t.Helper()
	var in struct{ Session struct{ Token string } }
	if status := p.call("/api/auth/verify", map[string]string{"identifier": email, "code": p.code(email)}, &in); status != 200 {
		p.n.t.Fatalf("verify: %d", status)
	}
	p.token = in.Session.Token
}

// history is the texts of a room's newest page.
func (p *person) history(room string) []string {
	p.n.t.Helper()
	var page struct{ Messages []struct{ Message string } }
	if status := p.call("/api/chat/room/"+room+"/messages", nil, &page); status != 200 {
		p.n.t.Fatalf("history of %s: %d", room, status)
	}
	var texts []string
	for _, m := range page.Messages {
		texts = append(texts, m.Message)
	}
	return texts
}

// enter opens a socket as a page of this machine does and joins the default
// room.
func (p *person) enter(ctx context.Context) *websocket.Conn {
	p.n.t.Helper()
	_, port, _ := strings.Cut(p.n.addr, ":")
	conn, _, err := websocket.Dial(ctx, "ws://"+p.n.addr+"/ws/chat", &websocket.DialOptions{
		HTTPHeader: http.Header{"Origin": {"http://localhost:" + port}},
	})
	if err != nil {
		p.n.t.Fatal(err)
	}
	p.n.t.Cleanup(func() { conn.CloseNow() })
	harness.Write(ctx, conn, map[string]any{"type": "join_chat", "token": p.token})
	harness.Await(ctx, p.n.t, conn, "room_joined")
	return conn
}

// A person tries the product: starts it, signs in by the mail in the outbox,
// talks in the default room, stops it and starts it again.
func TestDevNodeFromStartToStop(t *testing.T) {
	t.Parallel()
	n := freshNode(t)
	n.start()
	ann := n.person()
	ann.signIn("ann@muster.test")
	before := ann.history("general")
	if len(before) < 5 {
		t.Fatalf("the demo talk: %q", before)
	}

	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn := ann.enter(ctx)
	harness.Write(ctx, conn, map[string]any{"type": "send_message", "message": "still here after the restart"})
	if said := harness.Await(ctx, t, conn, "message"); said["message"] != "still here after the restart" || said["username"] != "ann" {
		t.Fatalf("%v", said)
	}

	// A logout closes the person's open sockets.
	bob := n.person()
	bob.signIn("bob@muster.test")
	bobs := bob.enter(ctx)
	var said map[string]any
	if status := bob.call("/api/auth/logout", map[string]string{}, &said); status != 200 {
		t.Errorf("logout: %d", status)
	}
	if code := harness.Closed(ctx, bobs); code != 4401 {
		t.Errorf("after the logout the socket ended with %d", code)
	}

	n.cmd.Process.Signal(syscall.SIGTERM)
	if code := harness.Closed(ctx, conn); code != websocket.StatusGoingAway {
		t.Errorf("the socket ended with %d", code)
	}
	n.endsWell(30 * time.Second)

	n.start()
	after := ann.history("general")
	if len(after) != len(before)+1 || after[len(after)-1] != "still here after the restart" {
		t.Errorf("after the restart: %q", after)
	}
}

// The operator makes the first administrator, who can sign in.
func TestSEC8OperatorAddsAnAdministrator(t *testing.T) {
	t.Parallel()
	n := newNode(t)
	n.start()
	n.operator("member", "add", "--email", " Chief@Example.org", "--name", "Chief", "--username", "chief", "--admin")
	chief := n.person()
	chief.signIn("chief@example.org")
	var status map[string]any
	if code := chief.call("/api/chat/user-status", nil, &status); code != 200 || status["isAdmin"] != true || status["username"] != "chief" {
		t.Errorf("%d %v", code, status)
	}
}
