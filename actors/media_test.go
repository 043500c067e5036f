package actors

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"muster/store"
	"muster/store/people"
	"muster/store/roomlog"
)

// withLinks makes links by a clock an hour ahead of the node's: frames once had links by the
// clock of the node, and those of a node that is behind were refused on the next.
func withLinks(c *Config) {
	c.LinkClock = linkTime
	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	if err != nil {
		panic(err)
	}
	c.MediaLinks = store.NewMediaLinks(secret, 0)
}

func linkTime() time.Time { return time.Now().Add(time.Hour) }

// The links of a message that carries an upload are each receiver's own: as it comes,
// in the history, and in what is resumed from memory or from the log. Once it is
// deleted there are none.
func TestMEDIA10LinksOfEachReceiver(t *testing.T) {
	bubble(t, withLinks, func(r *harness) {
		r.member("ann")
		r.change("ann", func(c *store.Caller) { c.Member.IsAdmin = true })
		a, b := r.inside("ann"), r.inside("bob")
		a.take()
		b.take()
		u := &store.Upload{ID: newID(), Thumbnail: true}
		links := func(who string) []any {
			media, thumbnail := r.hub.cfg.MediaLinks.Links("id-"+who, u, linkTime())
			return []any{media, thumbnail}
		}
		given := func(m frame) []any { return []any{m["media_url"], m["media_thumbnail_url"]} }
		// Another's link is refused, the sender's own counts.
		a.send(`{"type":"send_message","messageType":"image","mediaData":{"mediaUrl":"%s"}}`, links("bob")[0])
		equal(t, "another's", refusal(t, a.take())["code"], any("media_unknown"))
		a.send(`{"type":"send_message","messageType":"image","mediaData":{"mediaUrl":"%s"}}`, links("ann")[0])
		first := only(a.take(), "message")[0]
		equal(t, "ann", given(first), links("ann"))
		equal(t, "its message", first["message"], links("ann")[0])
		equal(t, "bob", given(only(b.take(), "message")[0]), links("bob"))

		history := only(r.join("cleo", "").take(), "message_history")[0]["messages"].([]any)
		equal(t, "history", given(history[0].(map[string]any)), links("cleo"))
		resumed := only(r.join("dora", `,"lastSeq":0`).take(), "message")
		equal(t, "resumed", given(resumed[0]), links("dora"))

		a.send(`{"type":"delete_message","messageId":"%s"}`, first["id"])
		history = only(r.join("eve", "").take(), "message_history")[0]["messages"].([]any)
		equal(t, "deleted", given(history[0].(map[string]any)), []any{nil, nil})
		equal(t, "its message", history[0].(map[string]any)["message"], any(""))
		resumed = only(r.join("fay", `,"lastSeq":0`).take(), "message")
		equal(t, "deleted, resumed", given(resumed[0]), []any{nil, nil})

		r.log.set(func(l *memLog) {
			for i := range 600 { // beyond the replay buffer
				l.record(roomlog.Command{Kind: roomlog.MessageSent, Room: "general", Member: "id-bob", MessageID: newID(), Draft: roomlog.Draft{Kind: roomlog.TextMessage, Text: fmt.Sprint(i)}})
			}
			l.record(roomlog.Command{Kind: roomlog.MessageSent, Room: "general", Member: "id-ann", MessageID: newID(), Draft: roomlog.Draft{Kind: roomlog.ImageMessage, Upload: u.ID}})
		})
		after(2 * time.Second)
		resumed = only(r.join("gil", `,"lastSeq":2`).take(), "message")
		equal(t, "from the log", given(resumed[len(resumed)-1]), links("gil"))
	})
}

// A changed profile is sent with links of each receiver's own, and without a picture
// with none; an old value is not sent.
func TestPROF14LinksToPictures(t *testing.T) {
	bubble(t, withLinks, func(r *harness) {
		a, b := r.inside("ann"), r.inside("bob")
		change := func(picture string, seq int64) store.Broadcast {
			value, err := people.NewProfileChanged(people.ProfileChanged{UserID: "id-ann", Username: "ann", Picture: picture})
			if err != nil {
				t.Fatal(err)
			}
			value.Seq = seq
			return value
		}
		frameFor := func(who, picture string) []frame {
			f := frame{"type": "profile_changed", "userId": "id-ann", "username": "ann", "profile_picture_url": nil, "profile_picture_thumbnail_url": nil, "position": 0.0}
			if picture != "" {
				f["profile_picture_url"], f["profile_picture_thumbnail_url"] = r.hub.cfg.MediaLinks.PictureLinks("id-"+who, picture, linkTime())
			}
			return []frame{f}
		}
		a.take()
		b.take()
		for i, picture := range []string{newID(), ""} {
			r.hub.Broadcast(change(picture, int64(i+2)))
			synctest.Wait()
			equal(t, "ann", a.take(), frameFor("ann", picture))
			equal(t, "bob", b.take(), frameFor("bob", picture))
		}
		r.hub.Broadcast(change(newID(), 1))
		synctest.Wait()
		equal(t, "an old one", len(b.take()), 0)
		// A picture that was taken away and given again: the older one waited longer.
		picture := newID()
		r.hub.Broadcast(change("", 10))
		r.hub.Broadcast(change("", 11))
		r.hub.Broadcast(change(picture, 12))
		after(showPause)
		got := b.take()
		equal(t, "the newest", got[len(got)-1:], frameFor("bob", picture))
	})
}
