package http

import (
	"log/slog"
	"net/http"
	"time"

	peoplecalls "muster/http/people"
	"muster/store"
)

// mediaCookie says to the calls of /media which session a browser has, and to a sign-in
// which one it had. It is no credential for anything else.
const mediaCookie = "muster_media"

// mediaCookieLife is as long as a browser may keep a cookie: each use checks the session.
const mediaCookieLife = 400 * 24 * time.Hour

// signedIn notes a session that was opened, and the browser's session before that it
// ended, "" for none.
func (s *Server) signedIn(c *call, session store.Session, ended string) {
	// One that failed is a refused request in the log.
	s.log.LogAttrs(c.Request.Context(), slog.LevelInfo, "signed in", slog.String("kind", string(session.Kind)),
		slog.String("person", session.PersonID), slog.String("session", session.ID), slog.String("ended", ended))
	if ended != "" {
		s.config.Hub.SiteChanged()
	}
	s.setMediaCookie(c, session)
}

// setMediaCookie gives a browser the media cookie of a member's session; a zero
// session takes it away.
func (s *Server) setMediaCookie(c *call, session store.Session) {
	if session.ID == "" {
		s.setCookie(c, mediaCookie, "", -1)
	} else if session.Kind == store.MemberSession {
		s.setCookie(c, mediaCookie, s.config.MediaLinks.Cookie(session.ID, session.PersonID), mediaCookieLife)
	}
}

// mediaCookieSession is the session that the media cookie names, zero without one. It may
// have ended.
func (s *Server) mediaCookieSession(c *call) store.Session {
	cookie, err := c.Request.Cookie(s.cookieName(mediaCookie))
	if err != nil {
		return store.Session{}
	}
	id, member, ok := s.config.MediaLinks.OpenCookie(cookie.Value)
	if !ok {
		return store.Session{}
	}
	return store.Session{ID: id, PersonID: member, Kind: store.MemberSession}
}

// cookieToken returns the value of a cookie when it has the form of a token, else "".
func (s *Server) cookieToken(c *call, name string) string {
	cookie, err := c.Request.Cookie(s.cookieName(name))
	if err != nil {
		return ""
	}
	if _, ok := store.TokenHash(cookie.Value); !ok {
		return ""
	}
	return cookie.Value
}

// cookieName is the name of a cookie. Over https its prefix has browsers take it from
// this host alone, and for every path.
func (s *Server) cookieName(name string) string {
	if s.config.Secure {
		return "__Host-" + name
	}
	return name
}

// formerPath is where earlier versions set a cookie.
var formerPath = map[string]string{peoplecalls.AttemptCookie: "/api/auth", peoplecalls.DeviceCookie: "/api/auth", mediaCookie: "/media"}

// setCookie sets a cookie that scripts cannot read; a negative life deletes it. Browsers
// send one of a longer path first, so one that an earlier version set under the same name
// is deleted: it would be read instead.
func (s *Server) setCookie(c *call, name, value string, life time.Duration) {
	seconds := int(life / time.Second)
	if life < 0 {
		seconds = -1
	}
	cookie := http.Cookie{
		Name: s.cookieName(name), Value: value, Path: "/", MaxAge: seconds,
		HttpOnly: true, Secure: s.config.Secure, SameSite: http.SameSiteStrictMode,
	}
	if path, ok := formerPath[name]; ok && cookie.Name == name {
		former := cookie
		former.Value, former.Path, former.MaxAge = "", path, -1
		http.SetCookie(c.Writer, &former)
	}
	http.SetCookie(c.Writer, &cookie)
}
