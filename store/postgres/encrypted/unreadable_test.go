package encrypted_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/encrypted"
)

// One message that does not open made the whole list of administrators fail, the history of
// everybody who had opened it and the copy of their data.
func TestUnreadableMessageIsListed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	codes, admin, ann := w.messages(1)[0], w.boss(), w.member("ann")
	var ids []string
	for _, content := range []string{"lost", "sound"} {
		m, err := codes.Create(ctx, admin, encrypted.Draft{Kind: encrypted.Text, Content: content})
		w.must(err)
		_, err = codes.Open(ctx, ann, "192.0.2.1", m.Code, "")
		w.must(err)
		ids = append(ids, m.ID)
	}
	_, err := w.owner().Exec(ctx, `update decrypt_messages set key_version = 99 where id = $1`, ids[0])
	w.must(err)

	page, _, _, err := codes.List(ctx, 10, "")
	w.must(err)
	if len(page) != 2 {
		t.Fatalf("%d messages are listed", len(page))
	}
	for _, m := range page {
		if isLost := m.ID == ids[0]; m.Unreadable != isLost || (m.Code == "") != isLost || m.CreatedAt.IsZero() {
			t.Errorf("%+v", m)
		}
	}
	history, total, _, err := codes.History(ctx, ann, 10, nil)
	w.must(err)
	if len(history) != 2 || total != 2 || (history[0].Code == "") == (history[1].Code == "") {
		t.Errorf("%d of %d: %+v", len(history), total, history)
	}
	w.must(w.Write(ctx, func(_ context.Context, tx pgx.Tx) error {
		files, err := codes.Export(ctx, tx, store.Member{ID: ann})
		if err == nil && len(files[0].Rows) != 2 {
			t.Errorf("%+v", files)
		}
		return err
	}))
	w.must(codes.Delete(ctx, admin, ids[0]))
}
