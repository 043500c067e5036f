package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/application"
	"muster/store/campaign"
	"muster/store/encrypted"
	"muster/store/face"
	"muster/store/people"
	"muster/store/postgres"
	"muster/store/postgres/storetest"
	"muster/store/secondfactor"
)

func secretOf(t *testing.T, letter string) store.Secret {
	t.Helper()
	secret, err := store.NewSecret(strings.Repeat(letter, store.MinSecret))
	if err != nil {
		t.Fatal(err)
	}
	return secret
}

// opened is everything that is sealed in a database, as a secret opens it: by the kind and the
// id of the row what was in it. failed are the rows that it does not open.
func opened(t *testing.T, url string, secret store.Secret) (all map[string]string, failed int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), storetest.OwnerURL(url))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	all = map[string]string{}
	note := func(kind, id, what string, err error) {
		if err != nil {
			failed++
			return
		}
		all[kind+" "+id] = what
	}
	var id string
	var version int
	var key, text, mac []byte
	each := func(sql string, into []any, do func()) {
		rows, err := conn.Query(t.Context(), sql)
		if err == nil {
			_, err = pgx.ForEachRow(rows, append([]any{&id, &version}, into...), func() error { do(); return nil })
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	applied, faces, messages := application.NewKeys(secret), face.NewKeys(secret), encrypted.NewKeys(secret)
	each(`select id::text, key_version, data_key, sealed_birth from applications`, []any{&key, &text}, func() {
		of, err := applied.Unwrap(id, version, key)
		birth := ""
		if err == nil {
			birth, err = of.Open("birth", text)
		}
		note("application", id, birth+hex.EncodeToString(of.FileKey("photo", store.MediaFile)), err)
	})
	each(`select member_id::text, key_version, data_key from face_enrolments`, []any{&key}, func() {
		of, err := faces.Unwrap(id, version, key)
		note("face", id, hex.EncodeToString(of.BytesMAC(nil)), err)
	})
	factors := secondfactor.NewKeys(secret)
	each(`select member_id::text, key_version, secret from second_factors where secret is not null`, []any{&key}, func() {
		app, err := factors.Open(version, key, id)
		note("app", id, app.Text(), err)
	})
	each(`select id::text, key_version, sealed_code, sealed, code_mac from decrypt_messages`, []any{&key, &text, &mac}, func() {
		code, err := messages.Open(id, "code", version, key)
		content := ""
		if err == nil && text != nil {
			content, err = messages.Open(id, "content", version, text)
		}
		if err == nil && !slices.ContainsFunc(messages.CodeMACs(code), func(found []byte) bool { return bytes.Equal(found, mac) }) {
			t.Errorf("message %s is not found by its code", id)
		}
		note("message", id, code+content, err)
	})
	each(`select id::text, key_version, sealed_name, sealed_key from uploads where sealed_name is not null`, []any{&text, &key}, func() {
		name, err := messages.Open(id, "name", version, text)
		var keys encrypted.FileKeys
		if err == nil {
			keys, err = messages.FileKeys(id, version, key)
		}
		note("file", id, name+hex.EncodeToString(keys.Key(id, store.MediaFile))+hex.EncodeToString(keys.Key(id, store.MediaThumbnail)), err)
	})
	return all, failed
}

// killed cancels after some writes, as a command that somebody kills.
type killed struct {
	writes int
	cancel context.CancelFunc
}

// Write implements io.Writer.
func (k *killed) Write(p []byte) (int, error) {
	if k.writes--; k.writes == 0 {
		k.cancel()
	}
	return len(p), nil
}

// A secret is replaced while everything that it sealed stays readable, wherever the rotation
// is killed; afterwards the former one opens nothing.
func TestKeysRotate(t *testing.T) {
	t.Parallel()
	url := communityURL(t)
	db, err := postgres.Open(t.Context(), postgres.Config{URL: url, MaxConns: 4})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	former, wrong := secretOf(t, "s"), secretOf(t, "w")
	if _, err := db.NumberSecret(t.Context(), former, false); err != nil {
		t.Fatal(err)
	}
	chief := query[string](t, url, `select m.id::text from members m order by m.created_at limit 1`)
	app := secondfactor.NewKeys(former).Seal(secondfactor.NewApp(), chief)
	if _, err := storetest.Owner(t, url)().Exec(t.Context(), `insert into second_factors (member_id, kind, secret, confirmed_at) values ($1, 'totp', $2, muster_now())`, chief, app); err != nil {
		t.Fatal(err)
	}
	// A file from before files had keys of their own, and a deleted message.
	for _, sql := range []string{
		`update uploads set sealed_key = null where id = (select id from uploads where sealed_key is not null limit 1)`,
		`update decrypt_messages set deleted_at = muster_now(), sealed = null where id = (select id from decrypt_messages limit 1)`,
	} {
		if _, err := storetest.Owner(t, url)().Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	before, failed := opened(t, url, former)
	kinds := map[string]int{}
	for row := range before {
		kind, _, _ := strings.Cut(row, " ")
		kinds[kind]++
	}
	if failed > 0 || len(kinds) != 5 {
		t.Fatalf("%v, %d are shut", kinds, failed)
	}

	command := func(secret, other string, args ...string) (int, string) {
		environ := []string{"DATABASE_URL=" + url, "MUSTER_ALLOW_UNSAFE_POSTGRES=true", "MUSTER_SECRET=" + strings.Repeat(secret, store.MinSecret)}
		if other != "" {
			environ = append(environ, "MUSTER_SECRET_OTHER="+strings.Repeat(other, store.MinSecret))
		}
		status, out, said := run(environ, append([]string{"keys"}, args...)...)
		return status, out + said
	}
	for _, other := range []string{"", "w"} {
		if status, said := command("n", other, "rotate"); status != 1 || !strings.Contains(said, "version 1, in use since") || !strings.Contains(said, "MUSTER_SECRET_OTHER") {
			t.Errorf("without the former secret: %d, %s", status, said)
		}
	}
	if _, err := db.NumberSecret(t.Context(), wrong, false); store.CodeOf(err) != store.Forbidden {
		t.Errorf("a node with a wrong secret starts: %v", err)
	}
	if n := query[int](t, url, `select count(*)::int from secret_versions`); n != 1 {
		t.Errorf("%d versions", n)
	}
	if status, said := command("s", "s"); status != 1 || !strings.Contains(said, "MUSTER_SECRET_OTHER is the same") {
		t.Errorf("the same twice: %d, %s", status, said)
	}

	// Before a node has it there is no version of it, and before one uses it nothing is behind.
	// It said "left to seal anew under version 0".
	if status, said := command("n", "s"); status != 0 || !strings.Contains(said, "MUSTER_SECRET is none of these: no node has started with it yet") || strings.Contains(said, "version 0") {
		t.Errorf("no node has the next secret: %d, %s", status, said)
	}
	// Nor may it be rotated to: everything was sealed under a secret that no running node had.
	if status, said := command("n", "s", "rotate"); status != 1 || !strings.Contains(said, "nodes are running, and none has started with this MUSTER_SECRET") {
		t.Errorf("rotated before a node has the next secret: %d, %s", status, said)
	}
	if still, failed := opened(t, url, former); failed > 0 || !maps.Equal(still, before) {
		t.Errorf("%d are shut", failed)
	}
	// First every node accepts the next one, then it is the one.
	accepting, err := db.NumberSecret(t.Context(), former.Accepting(secretOf(t, "n")), false)
	if err != nil || accepting.Version() != 1 {
		t.Fatalf("version %d, %v", accepting.Version(), err)
	}
	if status, said := command("n", "s"); status != 0 || !strings.Contains(said, "no node seals under version 2 yet") {
		t.Errorf("nodes accept the next secret alone: %d, %s", status, said)
	}
	if _, err := db.NumberSecret(t.Context(), former, false); err != nil {
		t.Errorf("a node that does not accept the next one yet: %v", err)
	}
	next := secretOf(t, "n").Accepting(former)
	numbered, err := db.NumberSecret(t.Context(), next, false)
	if err != nil || numbered.Version() != 2 {
		t.Fatalf("version %d, %v", numbered.Version(), err)
	}
	if _, said := command("n", "s"); !strings.Contains(said, "version 2  in use since") || !strings.Contains(said, "under version 2:\n") {
		t.Errorf("%s", said)
	}
	for writes := 1; ; writes++ {
		ctx, cancel := context.WithCancel(t.Context())
		err := rotateKeys(ctx, db, next, false, &killed{writes, cancel})
		cancel()
		if during, failed := opened(t, url, numbered); failed > 0 || !maps.Equal(during, before) {
			t.Fatalf("killed at line %d: %d are shut", writes, failed)
		}
		if err == nil {
			break
		}
	}
	if status, said := command("n", ""); status != 0 || !strings.Contains(said, "version 1  retired on ") || !strings.Contains(said, "  faces: 0\n") {
		t.Errorf("%d, %s", status, said)
	}
	alone, err := db.NumberSecret(t.Context(), secretOf(t, "n"), false)
	if err != nil {
		t.Fatal(err)
	}
	if after, failed := opened(t, url, alone); failed > 0 || !maps.Equal(after, before) {
		t.Errorf("the new secret alone leaves %d shut", failed)
	}
	if still, _ := opened(t, url, former.Numbered(2)); len(still) > 0 {
		t.Errorf("the former secret opens %d rows", len(still))
	}
	if n := query[int](t, url, `select count(*)::int from audit where action = 'keys_rotated'`); n != 1 {
		t.Errorf("%d in the audit log", n)
	}
	// A node that still had the former one has sealed a row since. It was called good to destroy.
	if _, err := storetest.Owner(t, url)().Exec(t.Context(), `update second_factors set key_version = 1`); err != nil {
		t.Fatal(err)
	}
	if _, said := command("n", "s"); !strings.Contains(said, "version 1  retired on ") || !strings.Contains(said, ", but keep it") || strings.Contains(said, "destroyed") {
		t.Error(said)
	}
	if _, err := storetest.Owner(t, url)().Exec(t.Context(), `update second_factors set key_version = 2`); err != nil {
		t.Fatal(err)
	}

	// Who has lost the secret can go on, without what it sealed.
	if status, said := command("w", "", "rotate", "--former-lost"); status != 0 || !strings.Contains(said, "are lost with their secret") {
		t.Errorf("%d, %s", status, said)
	}
	wrong, err = db.NumberSecret(t.Context(), wrong, false)
	if err != nil {
		t.Fatalf("after the loss: %v", err)
	}
	left, failed := opened(t, url, wrong)
	for row, what := range left {
		if kind, _, _ := strings.Cut(row, " "); failed > 0 || kind == "face" || kind == "app" || kind == "message" && what != "" {
			t.Errorf("after the loss %s is %q, %d are shut", row, what, failed)
		}
	}
}

// While the secret is replaced, what a node with one order of the two makes, a node with the
// other order accepts: links, cookies, tokens, jobs.
func TestBothSecretsAreAccepted(t *testing.T) {
	former, next := secretOf(t, "s").Accepting(secretOf(t, "n")), secretOf(t, "n").Accepting(secretOf(t, "s"))
	stranger := secretOf(t, "w")
	member, session, file, now := uuid.NewString(), uuid.NewString(), uuid.NewString(), time.Now()
	for _, made := range []store.Secret{former, next} {
		links := store.NewMediaLinks(made, 0)
		cookie, link := links.Cookie(session, member), links.Link(member, file, store.MediaFile, links.Until(now))
		unsubscribe := campaign.NewUnsubscribeKey(made).Token(member)
		picture := face.NewKeys(made).Link(file, session, now.Add(time.Minute))
		grant := face.NewKeys(made).GrantMACs("grant")[0]
		job := store.NewSealer(made.Keys("jobs")...).Seal([]byte("args"), "kind")
		code := people.NewCodeKeys(made).MAC("id", "123456")
		identifier := people.NewLoginKeys(made).PurposeMACs(people.SignInCode, store.Identifier{Channel: store.Email, Address: "ann@example.org"})[0]
		accepted := func(by store.Secret) (n int) {
			query, err := url.Parse(picture)
			if err != nil {
				t.Fatal(err)
			}
			_, _, cookieOpens := store.NewMediaLinks(by, 0).OpenCookie(cookie)
			_, linkOpens := store.NewMediaLinks(by, 0).UploadOf(member, link)
			_, left := campaign.NewUnsubscribeKey(by).Member(unsubscribe)
			_, shut := face.NewKeys(by).CheckLink(file, query.Query().Get("exp"), query.Query().Get("sig"), now)
			_, lost := store.NewSealer(by.Keys("jobs")...).Open(job, "kind")
			has := func(macs [][]byte, mac []byte) bool {
				return slices.ContainsFunc(macs, func(one []byte) bool { return bytes.Equal(one, mac) })
			}
			for _, ok := range []bool{
				cookieOpens, linkOpens, left, shut == nil, lost == nil, people.NewCodeKeys(by).Verify(code, "id", "123456"),
				has(face.NewKeys(by).GrantMACs("grant"), grant),
				has(people.NewLoginKeys(by).PurposeMACs(people.SignInCode, store.Identifier{Channel: store.Email, Address: "ann@example.org"}), identifier),
			} {
				if ok {
					n++
				}
			}
			return n
		}
		if a, b, none := accepted(former), accepted(next), accepted(stranger); a != 8 || b != 8 || none != 0 {
			t.Errorf("of 8 are accepted %d and %d, by a stranger %d", a, b, none)
		}
	}
}
