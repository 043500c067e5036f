package emergency

import "muster/store"

// Position is a message's place in the inbox: newest first. It names the sender, with whose
// erasure the message is deleted.
type Position struct {
	store.Position
	MemberID string
}

// Cursor is the position as clients pass it back; "" for nil.
func (p *Position) Cursor() string {
	if p == nil {
		return ""
	}
	return store.TimeCursor(p.At, p.ID, p.MemberID)
}

// ParseCursor reads a Cursor; nil for "". It fails with Invalid.
func ParseCursor(cursor string) (*Position, error) {
	if cursor == "" {
		return nil, nil
	}
	at, ids, err := store.ParseTimeCursor(cursor, 2)
	if err != nil || !store.ValidID(ids[0]) || !store.ValidID(ids[1]) {
		return nil, store.ErrCursor()
	}
	return &Position{Position: store.Position{At: at, ID: ids[0]}, MemberID: ids[1]}, nil
}
