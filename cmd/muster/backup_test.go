package main

import (
	"archive/tar"
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/pressly/goose/v3"

	"muster/cmd/muster/internal/demo"
	"muster/cmd/muster/internal/node"
	"muster/store"
	"muster/store/blob"
	"muster/store/face"
	"muster/store/face/facetest"
	"muster/store/postgres"
	chats "muster/store/postgres/chat"
	"muster/store/postgres/storetest"
	"muster/store/postgres/testfolder"
)

// communityFolder is the data directory to which the files of communityURL belong.
var communityFolder = sync.OnceValues(func() (string, error) { return testfolder.In(os.TempDir()) })

// communityURL gives databases with the demo.
var communityURL = storetest.Filled(func(url string) error {
	dir, err := communityFolder()
	if err != nil {
		return err
	}
	return fillWithDemo(context.Background(), url, dir, facetest.NewByColour())
})

// fillWithDemo makes the demo in a database, its faces before an engine.
func fillWithDemo(ctx context.Context, url, dir string, engine face.Engine) error {
	pg, err := postgres.Open(ctx, postgres.Config{URL: url, ReservedUsernames: defaultReserved})
	if err != nil {
		return err
	}
	defer pg.Close()
	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	if err != nil {
		return err
	}
	db := &node.Database{DB: pg, URL: url, OwnerURL: storetest.OwnerURL(url)}
	if err := chats.New(db.DB).EnsureDefaultRoom(ctx, "general", "General"); err != nil {
		return err
	}
	return demo.Files{Secret: secret, DataDir: dir, Engine: face.InTurns(engine), Few: true}.Seed(ctx, db, "general")
}

// backedUp is a demo community, its folder and a backup of it.
func backedUp(t *testing.T) (url, dir, file string) {
	t.Helper()
	url, dir = communityURL(t), t.TempDir()
	files, err := communityFolder()
	if err == nil {
		err = testfolder.Copy(files, dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	return url, dir, backupOf(t, url, dir)
}

// backedUpWith is another one, whose faces were enrolled before an engine.
func backedUpWith(t *testing.T, engine face.Engine) (url, dir, file string) {
	t.Helper()
	url, dir = storetest.URL(t), t.TempDir()
	if err := fillWithDemo(t.Context(), url, dir, engine); err != nil {
		t.Fatal(err)
	}
	return url, dir, backupOf(t, url, dir)
}

// backupOf backs a community up.
func backupOf(t *testing.T, url, dir string) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "community.tar")
	status, out, said := run(at(url, dir), "backup", "--to", file)
	if status != 0 || !strings.Contains(out, "stored files of") {
		t.Fatalf("backup: %d, %s%s", status, out, said)
	}
	return file
}

// at is the settings of the server's role alone.
func at(url, dir string) []string { return []string{"DATABASE_URL=" + url, "MUSTER_DATA_DIR=" + dir} }

// query reads one value.
func query[T any](t *testing.T, url, sql string) (value T) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	if err := conn.QueryRow(t.Context(), sql).Scan(&value); err != nil {
		t.Fatal(err)
	}
	return value
}

// rewritten copies an archive; change gives each file's new contents, nil leaves it out.
func rewritten(t *testing.T, file string, change func(name string, content []byte) []byte) string {
	t.Helper()
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var out bytes.Buffer
	to := tar.NewWriter(&out)
	for from := tar.NewReader(in); ; {
		entry, err := from.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		content, readErr := io.ReadAll(from)
		if err = errors.Join(err, readErr); err != nil {
			t.Fatal(err)
		}
		if content = change(entry.Name, content); content == nil {
			continue
		}
		entry.Size = int64(len(content))
		if err := errors.Join(to.WriteHeader(entry), func() error { _, err := to.Write(content); return err }()); err != nil {
			t.Fatal(err)
		}
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "changed.tar")
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A backup of a whole community passes its check, also while the community goes on; each
// kind of damage is named, with exit status 1; the live database is not touched and no
// scratch is left.
func TestBackupIsCheckedByRestoringIt(t *testing.T) {
	url, dir, file := backedUp(t)
	check := func(file string) (int, string) {
		status, out, said := run([]string{"MUSTER_DATA_DIR=" + t.TempDir()}, "backup", "check", file, "--server", storetest.OwnerURL(url))
		return status, out + said
	}
	const databases = `select string_agg(datname, ' ' order by datname) from pg_database where datname like 'muster_check_%'`
	before := query[*string](t, url, databases)
	execute(t, url, `update members set name = 'Renamed after the backup' where username = 'ann'`)
	if status, said := check(file); status != 0 || !strings.Contains(said, "\ngood: restored") {
		t.Errorf("a good backup: %d, %s", status, said)
	}
	flip := func(content []byte) []byte {
		content[len(content)/2] ^= 1
		return content
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut.tar")
	if err := os.WriteFile(cut, whole[:len(whole)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what, file, says string
	}{
		{"a damaged dump", rewritten(t, file, func(name string, content []byte) []byte {
			if name == "database.dump" {
				return flip(content)
			}
			return content
		}), "the dump of the database is damaged"},
		{"a damaged and a missing file", rewritten(t, file, func() func(string, []byte) []byte {
			files := 0
			return func(name string, content []byte) []byte {
				if strings.HasPrefix(name, "media/") {
					files++
				}
				switch files {
				case 1:
					files++
					return flip(content)
				case 3:
					files++
					return nil
				}
				return content
			}
		}()), ": its checksum differs"},
		{"a file cut off", cut, "the file is not whole"},
		{"a file without its end", rewritten(t, file, func(name string, content []byte) []byte {
			if name == "contents.json" {
				return nil
			}
			return content
		}), "the file is not whole"},
		{"another file", "main.go", "the file is no backup of Muster"},
		{"other rows than were backed up", rewritten(t, file, func(name string, content []byte) []byte {
			if name == "contents.json" {
				return regexp.MustCompile(`("name": "messages",\s*"rows": \d+,\s*"sum": ")\d+`).ReplaceAll(content, []byte("${1}7"))
			}
			return content
		}), "table messages has other contents than it had"},
		{"a newer schema", rewritten(t, file, func(name string, content []byte) []byte {
			if name == "muster-backup.json" {
				return regexp.MustCompile(`"schema": \d+`).ReplaceAll(content, []byte(`"schema": 9999`))
			}
			return content
		}), "of a newer version of Muster (schema 9999, this program knows"},
	} {
		if status, said := check(c.file); status != 1 || !strings.Contains(said, c.says) || !strings.Contains(said, "BAD") {
			t.Errorf("%s: %d, %s", c.what, status, said)
		}
	}
	newer := rewritten(t, file, func(name string, content []byte) []byte {
		if name == "muster-backup.json" {
			return regexp.MustCompile(`"postgres": \d+`).ReplaceAll(content, []byte(`"postgres": 999`))
		}
		return content
	})
	if status, said := check(newer); status != 1 || !strings.Contains(said, "could not be judged: it needs PostgreSQL 999 or newer") || strings.Contains(said, "BAD") {
		t.Errorf("a backup that this machine cannot restore: %d, %s", status, said)
	}
	for _, none := range []string{"nothing.tar", dir} { // a folder was called a damaged backup
		if status, said := check(none); status != 1 || !strings.Contains(said, "could not be judged") || strings.Contains(said, "BAD") {
			t.Errorf("%s: %d, %s", none, status, said)
		}
	}
	if left := query[*string](t, url, databases); before == nil && left != nil {
		t.Errorf("left behind: %s", *left)
	}
	if query[string](t, url, `select name from members where username = 'ann'`) != "Renamed after the backup" {
		t.Error("the live database was touched")
	}
	// A log with a hole, points without a line and a meter that is not the sum are reported although they were backed up so.
	execute(t, url, `delete from room_events where (room_id, seq) = (select room_id, 2 from room_heads order by seq desc limit 1)`)
	execute(t, url, `update member_points set points = points + 1 where member_id = (select member_id from member_points order by 1 limit 1)`)
	execute(t, url, `update server_cost_ledger set meter_cents = meter_cents + 1 where id = (select max(id) from server_cost_ledger)`)
	unsound := filepath.Join(t.TempDir(), "unsound.tar")
	if status, out, said := run(at(url, dir), "backup", "--to", unsound); status != 0 {
		t.Fatal(out, said)
	}
	if status, said := check(unsound); status != 1 || !strings.Contains(said, "- the log of room ") || !strings.Contains(said, "the ledger says") || !strings.Contains(said, "- the meter of the server cost shows ") {
		t.Errorf("an unsound database: %d, %s", status, said)
	}
}

// A backup of a database is restored into an empty one with its stored files, and into no
// other; a file that is missing in the storage is reported when the backup is made.
func TestBackupIsRestored(t *testing.T) {
	url, dir, file := backedUp(t)
	empty := emptyDatabase(t, url)
	folder := t.TempDir()
	both := append(at(empty, folder), "DATABASE_OWNER_URL="+storetest.OwnerURL(empty), "MUSTER_ALLOW_UNSAFE_POSTGRES=true")
	if status, _, said := run(at(empty, folder), "backup", "restore", file); status != 1 || !strings.Contains(said, "this role may make no tables in the database: give DATABASE_OWNER_URL") {
		t.Errorf("restored as the server's role: %d, %s", status, said)
	}
	if status, out, said := run(both, "backup", "restore", file); status != 0 || !strings.Contains(out, "restored: schema") || !strings.Contains(out, " in "+filepath.Join(folder, "media")+"; run muster migrate") {
		t.Fatalf("restore: %d, %s%s", status, out, said)
	}
	if n := query[int](t, empty, `select count(*) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples < 0`); n != 0 {
		t.Errorf("%d restored tables have no statistics: the first calls take seconds", n)
	}
	// The rights of the server's role are not in the backup.
	if status, out, said := run(both, "migrate"); status != 0 {
		t.Fatalf("migrate: %d, %s%s", status, out, said)
	}
	const words = `select string_agg(coalesce(body, '-'), ' ' order by room_id, seq) from messages`
	if query[string](t, empty, words) != query[string](t, url, words) {
		t.Error("other messages were restored")
	}
	picture := query[string](t, empty, `select picture_id::text from profiles where picture_id is not null limit 1`)
	for _, name := range []string{"file", "thumbnail"} {
		was, err := os.ReadFile(filepath.Join(dir, "media", "chat", picture, name))
		is, err2 := os.ReadFile(filepath.Join(folder, "media", "chat", picture, name))
		if err != nil || err2 != nil || !bytes.Equal(was, is) {
			t.Errorf("%s: %v, %v", name, err, err2)
		}
	}
	if status, _, said := run(both, "backup", "restore", file); status != 1 || !strings.Contains(said, "the database is not empty") || !strings.Contains(said, "drop what a restore left that was stopped") {
		t.Errorf("restored twice: %d, %s", status, said)
	}
	media, err := blob.OpenFolder(filepath.Join(dir, "media"))
	if err != nil {
		t.Fatal(err)
	}
	defer media.Close()
	if _, err := media.Remove(t.Context(), picture); err != nil {
		t.Fatal(err)
	}
	if status, out, said := run(at(url, dir), "backup", "--to", file); status != 1 || !strings.Contains(said, "is there already") {
		t.Errorf("over another backup: %d, %s%s", status, out, said)
	}
	lacking := filepath.Join(t.TempDir(), "lacking.tar")
	if err := os.WriteFile(lacking+".part", nil, 0o600); err != nil { // of a backup that was killed
		t.Fatal(err)
	}
	if status, out, said := run(at(url, dir), "backup", "--to", lacking); status != 1 || !strings.Contains(out, "the stored file "+picture+"/file is missing") {
		t.Errorf("a file is missing in the storage: %d, %s%s", status, out, said)
	}
	if status, out, _ := run(nil, "backup", "check", lacking, "--server="+storetest.OwnerURL(url)); status != 1 || !strings.Contains(out, "was missing already") {
		t.Errorf("its check: %d, %s", status, out)
	}
}

// A backup of an older schema, as it is made before an upgrade, is restored, which its dump
// alone could not be: the index of searches was built by functions that find each other by
// name only. The check brings it up to this version, which rehearses the upgrade.
func TestBackupOfTheSchemaBefore(t *testing.T) {
	url := storetest.OwnerURL(emptyDatabase(t, storetest.URL(t)))
	conns, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	defer conns.Close()
	files, err := fs.Sub(postgres.Migrations, "migrations")
	if err != nil {
		t.Fatal(err)
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, conns, files)
	if err == nil {
		_, err = provider.UpTo(t.Context(), 32)
	}
	if err != nil {
		t.Fatal(err)
	}
	execute(t, url, `with m as (insert into members (name, email, username, username_at) values ('Ann', 'ann@example.org', 'ann', muster_now()) returning id)
		insert into member_standing (member_id) select id from m`)
	execute(t, url, `insert into rooms (id, display_name, is_default, access_level) values ('general', 'General', true, 'all')`)
	execute(t, url, `insert into room_heads (room_id, seq) values ('general', 1)`)
	execute(t, url, `insert into messages (id, room_id, seq, sender_id, kind, body, created_at)
		select gen_random_uuid(), 'general', 1, id, 'text', 'Äpfel und Birnen', muster_now() from members`)
	file := filepath.Join(t.TempDir(), "before.tar")
	status, out, said := run(at(url, t.TempDir()), "backup", "--to", file)
	if status != 0 || !strings.Contains(out, "schema 32") {
		t.Fatalf("backup: %d, %s%s", status, out, said)
	}
	if query[int64](t, url, `select max(version_id) from goose_db_version`) != 32 {
		t.Error("the backup migrated the database")
	}
	if status, out, said := run(nil, "backup", "check", file, "--server", url); status != 0 || !strings.Contains(out, "and brought up to this version") {
		t.Errorf("check: %d, %s%s", status, out, said)
	}
}

func emptyDatabase(t *testing.T, server string) string {
	t.Helper()
	name := "empty_" + strings.ToLower(strings.ReplaceAll(t.Name(), "/", "_"))
	execute(t, server, `drop database if exists `+name+` with (force)`)
	execute(t, server, `create database `+name+` template template0`)
	t.Cleanup(func() {
		ctx := context.WithoutCancel(t.Context())
		conn, err := pgx.Connect(ctx, storetest.OwnerURL(server))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(ctx)
		if _, err := conn.Exec(ctx, `drop database if exists `+name+` with (force)`); err != nil {
			t.Error(err)
		}
	})
	config, err := pgx.ParseConfig(server)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Replace(server, "/"+config.Database, "/"+name, 1)
}
