// Links to uploads: each member is given links of its own.
package actors

import (
	livelog "muster/actors/roomlog"
	"muster/store"
)

// signer signs links for a member, as of now.
func (h *Hub) signer(member string) livelog.Signer {
	links := h.cfg.MediaLinks
	if links == nil {
		return nil
	}
	return func(u *store.Upload) (media, thumbnail string) { return links.Links(member, u, h.cfg.LinkClock()) }
}
