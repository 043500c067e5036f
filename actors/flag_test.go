package actors

import (
	"testing"

	"muster/store/chat"
)

// A flag reaches, on every node, the moderators who are in the room and nobody else.
func TestFlagsReachModerators(t *testing.T) {
	nodes(t, 2, func(w *cluster) {
		mods := []*browser{w.nodes[0].inside("mod"), w.nodes[1].inside("mod"), w.nodes[1].inside("chief")}
		others := []*browser{w.nodes[0].inside("ann"), w.nodes[1].inside("bob"), w.nodes[0].join("mod", `,"roomId":"side"`)}
		after(settled)
		for _, b := range append(mods, others...) {
			b.take()
		}
		id := newID()
		for _, on := range []bool{true, false} {
			w.nodes[0].hub.FlagChanged(chat.Flag{Room: "general", MessageID: id, Flagged: on, To: []string{"id-mod", "id-chief", "id-away"}})
			after(0)
			for _, b := range mods {
				equal(t, "received", b.take(), []frame{{"type": "message_flagged", "roomId": "general", "messageId": id, "is_flagged": on}})
			}
			for _, b := range others {
				equal(t, "others", len(b.take()), 0)
			}
		}
	})
}
