package http

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"muster/store"
	"muster/store/face"
	"muster/store/face/facetest"
)

// decimals are the numbers of a template as a program writes them, those that are long
// enough to be nothing else.
func decimals(template []byte) (out []string) {
	for ; len(template) >= 4; template = template[4:] {
		number := math.Abs(float64(math.Float32frombits(binary.LittleEndian.Uint32(template))))
		short, long := strconv.FormatFloat(number, 'f', -1, 32), strconv.FormatFloat(number, 'f', -1, 64)
		if len(short) >= 10 && len(long) >= 12 {
			out = append(out, short, long[:12])
		}
	}
	return out
}

func TestDecimals(t *testing.T) {
	t.Parallel()
	if got := decimals(binary.LittleEndian.AppendUint32(nil, math.Float32bits(-0.091234565))); !slices.Equal(got, []string{"0.091234565", "0.0912345647"}) {
		t.Errorf("%q", got)
	}
}

// dump is everything that is in the database: every table as it is, and what pg_dump
// makes of all where it is installed.
func (s *site) dump() map[string][]byte {
	s.t.Helper()
	ctx := context.Background()
	conn, err := s.owner().Acquire(ctx)
	s.must(err)
	defer conn.Release()
	rows, err := conn.Query(ctx, `select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind in ('r', 'm') and n.nspname <> 'information_schema' and n.nspname not like 'pg\_%' order by 1`)
	s.must(err)
	var tables []string
	for rows.Next() {
		var table string
		s.must(rows.Scan(&table))
		tables = append(tables, table)
	}
	s.must(rows.Err())
	if !slices.Contains(tables, "face_enrolments") || !slices.Contains(tables, "river_job") {
		s.t.Fatalf("not all tables: %v", tables)
	}
	out := map[string][]byte{}
	for _, table := range tables {
		var content bytes.Buffer
		_, err := conn.Conn().PgConn().CopyTo(ctx, &content, `copy (select * from `+table+`) to stdout (format binary)`)
		s.must(err)
		out[table] = content.Bytes()
	}
	program, err := exec.LookPath("pg_dump")
	if err != nil {
		s.t.Log("no pg_dump on this machine: only the tables are looked through")
		return out
	}
	out["pg_dump"], err = exec.Command(program, "--no-password", "--dbname="+s.owner().Config().ConnString()).Output()
	s.must(err)
	return out
}

// wrappedKey is the key of a member's face as it is stored.
func (s *site) wrappedKey(member string) (wrapped []byte) {
	s.t.Helper()
	s.must(s.owner().QueryRow(context.Background(), `select data_key from face_enrolments where member_id = $1`, member).Scan(&wrapped))
	return wrapped
}

// keyIn looks for the key of a member among all that a database holds.
func (s *site) keyIn(keys face.Keys, member string) (face.DataKey, bool) {
	s.t.Helper()
	ctx := context.Background()
	rows, err := s.owner().Query(ctx, `select quote_ident(a.attname), a.attrelid::regclass::text from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
		where a.atttypid = 'bytea'::regtype and a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'm') and n.nspname not like 'pg\_%'`)
	s.must(err)
	var columns [][2]string
	for rows.Next() {
		var column, table string
		s.must(rows.Scan(&column, &table))
		columns = append(columns, [2]string{column, table})
	}
	s.must(rows.Err())
	for _, c := range columns {
		values, err := s.owner().Query(ctx, `select `+c[0]+` from `+c[1]+` where `+c[0]+` is not null`)
		s.must(err)
		var all [][]byte
		for values.Next() {
			var value []byte
			s.must(values.Scan(&value))
			all = append(all, value)
		}
		s.must(values.Err())
		for _, value := range all {
			if key, err := keys.Unwrap(member, 1, value); err == nil {
				return key, true
			}
		}
	}
	return face.DataKey{}, false
}

// Neither a dump of the whole database nor the stored files have anything of a face that
// can be read, whichever way it is written; only the server's key opens it. Once the
// enrolment is removed the database has no key any more for what was copied before.
func TestDumpIsOfNoUseWithoutTheKey_FACE28(t *testing.T) {
	t.Parallel()
	s := newSite(t, withEmbedded(t))
	ann := s.member("ann", false)
	s.requireFace(ann)
	enrolled, probe := photograph(t, "vlado-a.jpg"), photograph(t, "vlado-b.jpg")
	s.signInTo("ann").face("enroll", enrolled).want(t, 200)
	token, _ := s.signInTo("ann").face("verify", probe).want(t, 200).session(t)

	// What is looked for, as the server itself opens it.
	keys := face.NewKeys(s.secret())
	wrapped := s.wrappedKey(ann.ID)
	raw, err := store.NewSealer(s.secret().Key("face-keys")).Open(wrapped, "face-key:"+ann.ID)
	s.must(err)
	key, err := keys.Unwrap(ann.ID, 1, wrapped)
	s.must(err)
	var engine, check string
	var sealed []byte
	s.must(s.owner().QueryRow(context.Background(), `select engine, template, check_id::text from face_enrolments`).Scan(&engine, &sealed, &check))
	template, err := key.OpenTemplate(engine, sealed)
	s.must(err)
	if len(template) != 512 || len(decimals(template)) < 200 {
		t.Fatalf("a template of %d bytes, %d numbers", len(template), len(decimals(template)))
	}
	secrets := []facetest.Secret{
		{Name: "the key", Bytes: raw, Window: 16}, {Name: "the template", Bytes: template, Window: 16},
		{Name: "the picture as it was sent", Bytes: []byte(enrolled), Window: 64}, {Name: "the probe as it was sent", Bytes: []byte(probe), Window: 64},
	}
	pictures := 0
	var sealedPicture []byte
	older := s.dump()
	for path, file := range s.files() {
		older[path] = []byte(file)
		for _, id := range strings.Fields(s.text(`select string_agg(id::text, ' ') from face_checks`)) {
			if jpeg, err := key.OpenPicture(id, []byte(file)); err == nil {
				pictures++
				secrets = append(secrets, facetest.Secret{Name: "the stored picture of " + id, Bytes: jpeg, Window: 64})
				if id == check {
					sealedPicture = []byte(file)
				}
			}
		}
	}
	if pictures != 2 || sealedPicture == nil {
		t.Fatalf("%d pictures are stored", pictures)
	}
	older["the log"] = []byte(s.log.String())

	look := facetest.SearchFor(secrets...)
	for where, content := range older {
		for _, found := range look.In(content) {
			t.Errorf("in %s: %s", where, found)
		}
		for _, number := range decimals(template) {
			if bytes.Contains(content, []byte(number)) {
				t.Errorf("%s of the template is in %s", number, where)
			}
		}
	}
	// What is sealed is there, so the search has looked through all of it.
	control := facetest.SearchFor(facetest.Secret{Name: "sealed", Bytes: sealed, Window: 64})
	if len(control.In(older["face_enrolments"])) != 1 || older["pg_dump"] != nil && len(control.In(older["pg_dump"])) != 1 {
		t.Error("the dump lacks the sealed template")
	}

	other, err := store.NewSecret(strings.Repeat("o", store.MinSecret))
	s.must(err)
	if _, there := s.keyIn(face.NewKeys(other), ann.ID); there {
		t.Error("another server's key opens the dump")
	}
	opened, there := s.keyIn(keys, ann.ID)
	if !there {
		t.Fatal("the key is not found while there is one")
	}
	if _, err := opened.OpenPicture(check, sealedPicture); err != nil {
		t.Error(err)
	}
	s.with(token).send("DELETE", "/api/face/enrollment", nil).want(t, 200)
	if _, there := s.keyIn(keys, ann.ID); there {
		t.Error("the key is still in the database")
	}
	gone := facetest.SearchFor(facetest.Secret{Name: "the wrapped key", Bytes: wrapped, Window: 16})
	for where, content := range s.dump() {
		for _, found := range gone.In(content) {
			t.Errorf("still in %s: %s", where, found)
		}
	}
	// An enrolment anew has another key, which opens nothing of before.
	s.requireFace(ann)
	s.signInTo("ann").face("enroll", photograph(t, "vlado-c.jpg")).want(t, 200)
	later, there := s.keyIn(keys, ann.ID)
	if _, err := later.OpenPicture(check, sealedPicture); !there || err == nil {
		t.Error("the key of the new enrolment opens a picture of before")
	}
	if _, err := later.OpenTemplate(engine, sealed); err == nil {
		t.Error("the key of the new enrolment opens a template of before")
	}
}
