package chat

import (
	"cmp"
	"encoding/base64"
	"slices"
	"strings"

	"muster/actors"
	"muster/http/body"
	"muster/http/edge"
	"muster/store"
)

// peoplePage is how many people a page lists at most.
const peoplePage = 100

// people lists who is in a room now, on all nodes, by name. A page begins after the
// last person of the page before, whoever came and left meanwhile.
func (h *calls) people(c edge.Call) (any, error) {
	ctx, room := c.Context(), c.Param("roomId")
	if _, err := h.Log.CheckRoomAccess(ctx, c.Caller().Member.ID, room); err != nil {
		return nil, err
	}
	after, err := personAfter(c.Query("cursor"))
	if err != nil {
		return nil, err
	}
	limit, err := c.QueryNumber("limit", peoplePage)
	if err != nil {
		return nil, err
	}
	limit = min(max(limit, 1), peoplePage)
	all, err := h.Hub.RoomPeople(ctx, room)
	if err != nil {
		return nil, err
	}
	page := all
	if after != (actors.RoomPerson{}) {
		at, found := slices.BinarySearchFunc(all, after, comparePeople)
		if found {
			at++
		}
		page = all[at:]
	}
	reply := body.RoomPeople{OK: body.Done, People: make([]body.PersonInRoom, 0, min(len(page), limit)), Total: len(all)}
	if len(page) > limit {
		page = page[:limit]
		next := cursorOf(page[limit-1])
		reply.NextCursor = &next
	}
	ids := make([]string, 0, len(page))
	for _, p := range page {
		ids = append(ids, p.ID)
	}
	marks, asOf, err := h.People.PersonMarks(ctx, room, append(ids, after.ID))
	if err != nil {
		return nil, err
	}
	if _, known := marks[after.ID]; after.ID != "" && !known {
		return nil, store.ErrCursor()
	}
	reply.AsOf = body.AsOf(asOf.Log)
	for _, p := range page {
		m := marks[p.ID]
		reply.People = append(reply.People, body.PersonInRoom{
			UserID: p.ID, Username: p.Name, Role: string(cmp.Or(m.Role, store.PersonMember)), Contributor: m.Contributor,
		})
	}
	return reply, nil
}

// comparePeople is the order of actors.Hub.RoomPeople.
func comparePeople(a, b actors.RoomPerson) int {
	return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.ID, b.ID))
}

// cursorOf names the last person of a page.
func cursorOf(p actors.RoomPerson) string {
	return base64.RawURLEncoding.EncodeToString([]byte(p.Name + " " + p.ID))
}

// personAfter reads a cursor; nobody for "".
func personAfter(cursor string) (actors.RoomPerson, error) {
	if cursor == "" {
		return actors.RoomPerson{}, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	name, id, _ := strings.Cut(string(raw), " ")
	person := actors.RoomPerson{ID: id, Name: name}
	if err != nil || id == "" || cursorOf(person) != cursor {
		return actors.RoomPerson{}, store.ErrCursor()
	}
	return person, nil
}
