package encrypted_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/encrypted"
	members "muster/store/postgres/people"
)

// A member's copy has the codes that it opened as it typed them; an erasure takes what it
// opened and the numbers that guard against counting twice, and leaves another member's.
func TestMyCodes_SEC5(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	messages, boss := w.messages(1)[0], w.boss()
	made, err := messages.Create(ctx, boss, encrypted.Draft{Kind: encrypted.Text, Content: "the mill", Code: "MILL-1904"})
	w.must(err)
	who := []string{w.member("ann"), w.member("bob")}
	for _, member := range who {
		_, err := messages.Open(ctx, member, "192.0.2.1", made.Code, uuid.NewString())
		w.must(err)
	}
	ann, err := members.New(w.DB).MemberByID(ctx, who[0])
	w.must(err)
	copied := func(m store.Member) (file, text string) {
		t.Helper()
		w.must(w.Write(ctx, func(_ context.Context, tx pgx.Tx) error {
			files, err := messages.Export(ctx, tx, m)
			if len(files) != 1 || files[0].About == "" {
				t.Error("the copy does not say what the file is about")
			}
			raw, _ := json.Marshal(files[0].Rows)
			file, text = files[0].Name, string(raw)
			return err
		}))
		return file, text
	}
	if file, text := copied(ann); file != "decrypted.json" || strings.Count(text, `"code":"MILL-1904"`) != 1 || !strings.Contains(text, `"views":1`) || strings.Contains(text, "the mill") {
		t.Errorf("%s: %s", file, text)
	}
	w.must(w.Write(ctx, func(_ context.Context, tx pgx.Tx) error { return messages.Erase(ctx, tx, ann) }))
	if _, text := copied(ann); text != "[]" {
		t.Errorf("after the erasure: %s", text)
	}
	for _, table := range []string{"decrypt_views", "decrypt_keys"} {
		if left := one[string](w, `select string_agg(member_id::text, ' ') from `+table); left != who[1] {
			t.Errorf("%s has rows of %s", table, left)
		}
	}
}
