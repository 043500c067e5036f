package http

import (
	"net/http"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"muster/store"
)

// videoFrames are the players of other sites that a page may frame.
const videoFrames = "frame-src https://www.youtube-nocookie.com https://player.vimeo.com"

// contentPolicy is the Content-Security-Policy: nothing inline, and nothing from
// other hosts but the GIF service's pictures and the videos of encrypted messages.
// The token is kept in local storage, so an injected script could take over an
// account.
func contentPolicy(config Config) string {
	images := "img-src 'self' data: blob:"
	for _, host := range config.GIFHosts {
		if strings.HasPrefix(host, "/") {
			continue // a folder of this installation
		}
		images += " https://" + host
	}
	sockets := "connect-src 'self'"
	for _, origin := range config.Origins {
		if strings.Contains(origin, "[") {
			continue // a policy cannot contain an IPv6 address
		}
		sockets += " " + strings.Replace(origin, "http", "ws", 1)
	}
	return strings.Join([]string{
		"default-src 'none'", "script-src 'self'", "style-src 'self'", images, "media-src 'self' blob: https:", videoFrames,
		"font-src 'self'", sockets, "worker-src 'self'", "manifest-src 'self'",
		"base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'", "object-src 'none'",
	}, "; ")
}

// setReplyHeaders sets the headers of every reply: security, the client's build, and the
// date by the clock that dates messages, against which a page holds its device's.
func (s *Server) setReplyHeaders(c *gin.Context) {
	h := c.Writer.Header()
	h.Set("Date", s.now().UTC().Format(http.TimeFormat))
	h.Set("Content-Security-Policy", s.policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Permissions-Policy", "camera=(self), microphone=(self), geolocation=()")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	if s.files.build != "" {
		h.Set(buildHeader, s.files.build)
		h.Set(pageBuildHeader, s.files.build)
	}
	if s.config.Secure {
		h.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
	}
}

// checkOrigin applies CORS with an exact list of origins: a page of another origin
// may neither read a reply nor send anything but a GET. A request without an Origin
// does not come from a page and is judged by its bearer token alone.
func (s *Server) checkOrigin(c *gin.Context) {
	h := c.Writer.Header()
	h.Add("Vary", "Origin")
	from := c.GetHeader("Origin")
	if from == "" {
		return
	}
	allowed := slices.Contains(s.config.Origins, from)
	if allowed {
		h.Set("Access-Control-Allow-Origin", from)
		h.Set("Access-Control-Allow-Credentials", "true")
		h.Set("Access-Control-Expose-Headers", "Retry-After, "+buildHeader+", "+pageBuildHeader)
	}
	switch {
	case c.Request.Method == http.MethodOptions && c.GetHeader("Access-Control-Request-Method") != "":
		if allowed {
			h.Set("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE")
			h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, X-Face-Admin-Password")
			h.Set("Access-Control-Max-Age", "600")
		}
		c.AbortWithStatus(http.StatusNoContent)
	case !allowed && c.Request.Method != http.MethodGet && !s.takesAnyOrigin(c):
		s.refuse(c, http.StatusForbidden, store.NewErrorReason(store.Forbidden, "origin_not_allowed", "This origin may not call"))
	}
}

// takesAnyOrigin says whether the route is for pages of every origin.
func (s *Server) takesAnyOrigin(c *gin.Context) bool {
	r := s.routeOf(c)
	return r != nil && r.anyOrigin
}
