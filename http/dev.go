package http

import (
	"bytes"
	"html/template"
	"io"
	"net/http"
	"strings"

	"muster/http/body"
	"muster/store/roomlog"
)

// TestCheckoutPath is the folder that a dev node serves its test checkout from.
const TestCheckoutPath = "/dev/stripe/"

// SampleGIFs is the folder that a dev node serves its sample GIFs from.
const SampleGIFs = "/dev/gifs/"

// devRoutes lists what nodes serve for development alone.
func (s *Server) devRoutes() []route {
	var routes []route
	if s.config.Outbox != nil {
		routes = append(routes, route{method: "GET", path: "/dev/outbox", who: anyone, handle: s.showOutbox, body: noBody, reply: jsonReply(body.Outbox{})})
	}
	if s.config.TestCheckout != nil {
		for _, method := range []string{"GET", "POST"} {
			r := route{method: method, path: TestCheckoutPath + "*rest", who: anyone, handle: s.testCheckout, timeout: callTimeout, body: noBody, reply: streamReply("text/html; charset=utf-8", noStore)}
			if method == "POST" {
				r.body = rawBody(maxBody, "application/x-www-form-urlencoded")
			}
			routes = append(routes, r)
		}
	}
	if s.config.SampleGIF != nil {
		routes = append(routes, route{method: "GET", path: SampleGIFs + ":file", who: anyone, handle: s.sampleGIF, timeout: callTimeout, body: noBody,
			reply: fileReplies("image/gif", "public, max-age=3600")})
	}
	return routes
}

// outboxLimit is the number of messages shown.
const outboxLimit = 100

// outboxPage lists the messages and reloads itself every five seconds.
var outboxPage = template.Must(template.New("outbox").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="5">
<meta name="viewport" content="width=device-width"><title>Dev outbox</title></head>
<body><h1>Dev outbox</h1><p>Every mail and text message of this development node, newest first.</p>
{{range .Messages}}<article><hr><p><strong>{{.Channel}}</strong> to <strong>{{.To}}</strong>,
<time>{{.CreatedAt.Format "2006-01-02 15:04:05 MST"}}</time></p><p>{{.Subject}}</p><pre>{{.Text}}</pre></article>
{{else}}<p>Nothing was sent yet.</p>{{end}}</body></html>
`))

// showOutbox lists the mails and texts that the development outbox stored. The route
// exists in development only.
func (s *Server) showOutbox(c *call) (any, error) {
	sent, err := s.config.Outbox.Newest(c.Request.Context(), outboxLimit)
	if err != nil {
		return nil, err
	}
	reply := body.Outbox{Messages: []body.SentMessage{}}
	for _, m := range sent {
		reply.Messages = append(reply.Messages, body.SentMessage{
			ID: m.ID, Channel: string(m.Channel), To: m.To, Subject: m.Subject, Text: m.Text, CreatedAt: m.CreatedAt,
		})
	}
	if strings.Contains(c.GetHeader("Accept"), "application/json") {
		return reply, nil
	}
	var page bytes.Buffer
	if err := outboxPage.Execute(&page, reply); err != nil {
		return nil, err
	}
	c.Header("Cache-Control", "no-store")
	c.Data(http.StatusOK, "text/html; charset=utf-8", page.Bytes())
	return nil, nil
}

// testCheckout hands a call to the stand-in for the payment provider.
func (s *Server) testCheckout(c *call) (any, error) {
	http.StripPrefix(TestCheckoutPath[:len(TestCheckoutPath)-1], s.config.TestCheckout).ServeHTTP(c.Writer, c.Request)
	c.Writer.WriteHeaderNow()
	return nil, nil
}

// sampleGIF sends one of the sample GIFs of a dev node.
func (s *Server) sampleGIF(c *call) (any, error) {
	raw := s.config.SampleGIF(c.Param("file"))
	if raw == nil {
		return nil, roomlog.ErrGIFUnknown()
	}
	return &fileReply{content: memoryFile{bytes.NewReader(raw)}}, nil
}

// memoryFile is a file in memory.
type memoryFile struct{ *bytes.Reader }

func (memoryFile) Close() error { return nil }

var _ io.ReadSeekCloser = memoryFile{}
