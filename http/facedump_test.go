package http

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"math"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"muster/store"
	"muster/store/face"
)

// secret is what must not be found: any window of so many successive bytes of it.
type secret struct {
	name   string
	bytes  []byte
	window int
}

// written is a secret in one of the ways in which a program writes bytes.
type written struct {
	secret
	how string
}

// search looks for secrets in any writing.
type search struct {
	all    []written
	blocks map[uint64][]place
	maybe  []uint64 // a bit for each block there may be, so that most lookups are none
}

// place is where in a written secret a block is.
type place struct{ secret, at int }

const blockSize = 8

// searchFor prepares a search. Of each writing it keeps so many blocks that every window
// has a whole one.
func searchFor(secrets ...secret) *search {
	s := &search{blocks: map[uint64][]place{}, maybe: make([]uint64, 1<<16)}
	for _, one := range secrets {
		inHex := hex.EncodeToString(one.bytes)
		s.add(one, "as it is", one.bytes, one.window)
		s.add(one, "in hex", []byte(inHex), 2*one.window)
		s.add(one, "in hex", []byte(strings.ToUpper(inHex)), 2*one.window)
		for first := range 3 { // three bytes are four letters, from one of three beginnings on
			for _, alphabet := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
				s.add(one, "in base64", []byte(alphabet.EncodeToString(one.bytes[first:])), (one.window-2)/3*4)
			}
		}
	}
	return s
}

func (s *search) add(one secret, how string, content []byte, window int) {
	s.all = append(s.all, written{secret{one.name, content, window}, how})
	for at := 0; at+blockSize <= len(content); at += window - blockSize + 1 {
		block := binary.LittleEndian.Uint64(content[at:])
		s.blocks[block] = append(s.blocks[block], place{len(s.all) - 1, at})
		bit := bitOf(block)
		s.maybe[bit/64] |= 1 << (bit % 64)
	}
}

func bitOf(block uint64) uint64 { return block * 0x9e3779b97f4a7c15 >> 42 }

// in says what is found in content, and how it is written there.
func (s *search) in(content []byte) (out []string) {
	for at := 0; at+blockSize <= len(content); at++ {
		block := binary.LittleEndian.Uint64(content[at:])
		if bit := bitOf(block); s.maybe[bit/64]&(1<<(bit%64)) == 0 {
			continue
		}
		for _, p := range s.blocks[block] {
			w := s.all[p.secret]
			line := w.name + " " + w.how
			if slices.Contains(out, line) {
				continue
			}
			first, end := 0, 0
			for first < min(at, p.at) && content[at-first-1] == w.bytes[p.at-first-1] {
				first++
			}
			for at+end < len(content) && p.at+end < len(w.bytes) && content[at+end] == w.bytes[p.at+end] {
				end++
			}
			if first+end >= w.window {
				out = append(out, line)
			}
		}
	}
	return out
}

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

func TestSearchOfSecrets(t *testing.T) {
	t.Parallel()
	hidden := []byte(photograph(t, "vlado-a.jpg"))[1000:3000]
	noise := []byte(photograph(t, "coffee.png"))[1000:9000]
	look := searchFor(secret{"the picture", hidden, 64})
	for from := 0; from < len(hidden)-64; from += 7 {
		window := hidden[from : from+64]
		for how, written := range map[string][]byte{
			"as it is": window, "in hex": []byte(hex.EncodeToString(window)), "in base64": []byte(base64.URLEncoding.EncodeToString(window)),
		} {
			if got := look.in(slices.Concat(noise[:200], written, noise[:200])); !slices.Equal(got, []string{"the picture " + how}) {
				t.Fatalf("from %d on, %s: %q", from, how, got)
			}
			if got := look.in(slices.Concat(noise[:200], written[:len(written)*2/3], noise[:200])); got != nil {
				t.Fatalf("from %d on, less than a window: %q", from, got)
			}
		}
	}
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
			if key, err := keys.Unwrap(member, face.KeyVersion, value); err == nil {
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
	key, err := keys.Unwrap(ann.ID, face.KeyVersion, wrapped)
	s.must(err)
	var engine, check string
	var sealed []byte
	s.must(s.owner().QueryRow(context.Background(), `select engine, template, check_id::text from face_enrolments`).Scan(&engine, &sealed, &check))
	template, err := key.OpenTemplate(engine, sealed)
	s.must(err)
	if len(template) != 512 || len(decimals(template)) < 200 {
		t.Fatalf("a template of %d bytes, %d numbers", len(template), len(decimals(template)))
	}
	secrets := []secret{
		{"the key", raw, 16}, {"the template", template, 16}, {"the picture as it was sent", []byte(enrolled), 64}, {"the probe as it was sent", []byte(probe), 64},
	}
	pictures := 0
	var sealedPicture []byte
	older := s.dump()
	for path, file := range s.files() {
		older[path] = []byte(file)
		for _, id := range strings.Fields(s.text(`select string_agg(id::text, ' ') from face_checks`)) {
			if jpeg, err := key.OpenPicture(id, []byte(file)); err == nil {
				pictures++
				secrets = append(secrets, secret{"the stored picture of " + id, jpeg, 64})
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

	look := searchFor(secrets...)
	for where, content := range older {
		for _, found := range look.in(content) {
			t.Errorf("in %s: %s", where, found)
		}
		for _, number := range decimals(template) {
			if bytes.Contains(content, []byte(number)) {
				t.Errorf("%s of the template is in %s", number, where)
			}
		}
	}
	// What is sealed is there, so the search has looked through all of it.
	control := searchFor(secret{"sealed", sealed, 64})
	if len(control.in(older["face_enrolments"])) != 1 || older["pg_dump"] != nil && len(control.in(older["pg_dump"])) != 1 {
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
	gone := searchFor(secret{"the wrapped key", wrapped, 16})
	for where, content := range s.dump() {
		for _, found := range gone.in(content) {
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
