package http

import (
	"bufio"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"time"
)

// socketPath is the path of the chat's socket, which is no route of the table.
const socketPath = "/ws/chat"

// serveSocket passes a handshake to the socket server, and logs and measures it like
// any other request. It recovers a panic: only its stack is logged, since the value
// may quote the request.
func (s *Server) serveSocket(w http.ResponseWriter, r *http.Request) {
	began := time.Now()
	status := &statusWriter{ResponseWriter: w}
	defer func() {
		if cause := recover(); cause != nil {
			if cause == http.ErrAbortHandler {
				panic(cause)
			}
			s.log.LogAttrs(r.Context(), slog.LevelError, "handler panicked",
				slog.String("route", socketPath), slog.String("stack", string(debug.Stack())))
			if status.code == 0 {
				http.Error(status, "something went wrong", http.StatusInternalServerError)
			}
		}
		method, took := knownMethod(r.Method), time.Since(began)
		s.log.LogAttrs(r.Context(), slog.LevelInfo, "request", slog.String("method", method),
			slog.String("route", socketPath), slog.Int("status", status.code), slog.Duration("took", took))
		if s.config.ObserveRequest != nil {
			s.config.ObserveRequest(method, socketPath, status.code, took)
		}
	}()
	s.config.Socket.ServeHTTP(status, r)
}

// statusWriter keeps the status of a reply. A connection that is taken over has 101.
type statusWriter struct {
	http.ResponseWriter
	code int // 0: nothing was sent
}

func (w *statusWriter) WriteHeader(code int) {
	if w.code == 0 {
		w.code = code
	}
	w.ResponseWriter.WriteHeader(code)
}

func (w *statusWriter) Write(p []byte) (int, error) {
	if w.code == 0 {
		w.code = http.StatusOK
	}
	return w.ResponseWriter.Write(p)
}

func (w *statusWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffers, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err == nil {
		w.code = http.StatusSwitchingProtocols
	}
	return conn, buffers, err
}

func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
