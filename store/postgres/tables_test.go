package postgres_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"muster/store/postgres/subjects"
)

// sharedTables belong to the root, which has functions to write them.
var sharedTables = []string{"audit", "audit_addresses", "audit_retention", "broadcasts", "clock_offset", "quotas", "secret_versions", "site_events", "site_head"}

// everybodyReads are the tables that say who somebody is and what it may do now.
var everybodyReads = []string{"member_standing", "members", "session_seen", "sessions", "site_head"}

// writesElsewhere are the tables that a subject writes though they are not its own: one
// statement does it, which may not become two.
var writesElsewhere = map[string][]string{
	// A batch of sockets is let in and noted as seen at once, a batch of messages deleted
	// and audited.
	"roomlog": {"audit", "audit_addresses", "session_seen"},
}

// readsElsewhere are the tables of others that a subject joins, beside those that
// everybody reads. What is not listed, it asks the owner for.
var readsElsewhere = map[string][]string{
	// What a member is shown as, wherever it is shown, and how many there are.
	"": {"contributions", "face_enrolments", "profiles", "rollup_joined", "rollup_joined_changes", "second_factors"},
	// Whom a campaign is for.
	"campaign": {"contributions", "member_points"},
	// Search, mentions and pushes follow the messages and the logs.
	"chat": {"erased_messages", "message_edits", "message_mentions", "messages", "room_events", "room_heads", "room_reads"},
	// The back office shows what all subjects have.
	"desk": {
		"applications", "campaigns", "contributions", "erased_messages", "member_directory", "member_points", "member_search", "messages",
		"points_ledger", "reports", "room_access", "room_heads", "rooms", "uploads", "username_changes",
	},
	// The message that an encrypted one was posted as.
	"encrypted": {"messages"},
	// A refund takes the points back that were given. A contributor's profile may be private.
	"money": {"points_ledger", "profiles"},
	// A profile shows the rank, the contributions and the counts that its member lets it. A session
	// has proven a factor that there is.
	"people": {"contributions", "member_points", "messages", "room_access", "second_factors", "sends", "uploads"},
	// Badges stand on profiles and are given to members who are searched for. Others are
	// earned by what members say and pay.
	"rank": {"contributions", "member_search", "messages", "payment_ledger", "profiles", "reactions", "room_events", "room_heads"},
	// One statement judges who may read or write in a room, stores and numbers; a file opens
	// to whoever may see what carries it.
	"roomlog": {"decrypt_messages", "decrypt_views", "ignored_members", "profile_pictures", "room_access", "room_notifications", "rooms"},
}

// statement finds the tables that a text of SQL writes, reads and names by itself.
var (
	written = regexp.MustCompile(`(?i)\b(?:insert into|update|delete from|merge into|truncate)\s+(?:only\s+)?([a-z_]+)`)
	joined  = regexp.MustCompile(`(?i)(?:\b(?:from|join|using)\s+(?:only\s+)?([a-z_]+)|,\s*([a-z_]+)\s+[a-z]{1,3}\b)`)
	named   = regexp.MustCompile(`(?i)\b([a-z_]+)\s+as\s+(?:not\s+)?(?:materialized\s+)?\(`)
)

// testsWriteElsewhere are the tables of others that the tests of a subject name to change.
var testsWriteElsewhere = map[string][]string{
	// The server's role is refused to change what the audit log rests on.
	"desk": {"members", "session_seen", "sessions"},
}

// testsReadElsewhere are the tables of others that the tests of a subject read, beside those
// that the subject itself reads.
var testsReadElsewhere = map[string][]string{
	// An application is made for each of many applicants at once.
	"application": {"applicants"},
	// The first screens show who holds what right now, and are compared with the rows.
	"desk": {"member_places"},
	// A job is tested by what it leaves behind.
	"../queue": {"login_buckets", "messages", "push_cursors", "push_pauses", "push_subscriptions", "room_events", "room_heads"},
}

// statementsOf gives the texts in the sources of store/postgres and store/queue by subject,
// or in their tests; the root's are those of "". Migrations are tested with the statements
// of a node before them, which only they know.
func statementsOf(t *testing.T, ofTests bool) map[string][]string {
	t.Helper()
	texts := map[string][]string{}
	for _, top := range []string{".", "../queue"} {
		err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") != ofTests {
				return err
			}
			subject := filepath.ToSlash(filepath.Dir(path))
			if subject == "." {
				subject = ""
			}
			source, err := os.ReadFile(path)
			if err != nil || bytes.Contains(source, []byte("storetest.MigrateTo(")) {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, source, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					text, err := strconv.Unquote(lit.Value)
					if err != nil {
						t.Fatal(path, err)
					}
					texts[subject] = append(texts[subject], text)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return texts
}

// matches gives the tables of owners that find finds in texts, each once.
func matches(find *regexp.Regexp, texts []string, owners map[string]string) (tables []string) {
	for _, text := range texts {
		var own []string // what the text itself calls so
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			own = append(own, m[1])
		}
		for _, m := range find.FindAllStringSubmatch(text, -1) {
			table := strings.Join(m[1:], "") // one group of several
			if _, is := owners[table]; is && !slices.Contains(own, table) && !slices.Contains(tables, table) {
				tables = append(tables, table)
			}
		}
	}
	slices.Sort(tables)
	return tables
}

// ownersOfTables gives the subject of each table; the shared ones are those of "".
func ownersOfTables() map[string]string {
	owners := map[string]string{}
	for _, table := range sharedTables {
		owners[table] = ""
	}
	for name, subject := range subjects.ByName {
		for table := range subject.Tables() {
			owners[table] = name
		}
	}
	return owners
}

// touched gives the tables of others that a subject writes, and those of other subjects that
// it reads, without those that everybody reads.
func touched(subject string, texts []string, owners map[string]string) (writes, reads []string) {
	for _, table := range matches(written, texts, owners) {
		if owners[table] != subject {
			writes = append(writes, table)
		}
	}
	for _, table := range matches(joined, texts, owners) {
		if owners[table] != subject && owners[table] != "" && !slices.Contains(everybodyReads, table) {
			reads = append(reads, table)
		}
	}
	return writes, reads
}

// Every table has one owner; nobody else writes it, and others read it only where a list
// says so. A line of the list that nothing needs any more fails, too.
func TestSubjectsTouchOnlyTheirTables(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owners := ownersOfTables()
	for _, table := range one[[]string](w, `select array_agg(c.relname::text order by c.relname) from pg_class c
		where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname !~ '^(river_|goose_)'`) {
		if _, owned := owners[table]; !owned {
			t.Errorf("table %s has no owner", table)
		}
	}
	for subject, texts := range statementsOf(t, false) {
		if subject == "storetest" { // fills tables for the tests of every subject
			continue
		}
		writes, reads := touched(subject, texts, owners)
		if want := writesElsewhere[subject]; !slices.Equal(writes, want) {
			t.Errorf("%q writes %q of others, want %q", subject, writes, want)
		}
		if want := readsElsewhere[subject]; !slices.Equal(reads, want) {
			t.Errorf("%q reads %q of others, want %q", subject, reads, want)
		}
	}
}

// The tests of a subject write the rows of another through its functions, or those of
// storetest, and read no more than the subject itself does.
func TestTestsOfSubjectsTouchOnlyTheirTables(t *testing.T) {
	t.Parallel()
	owners := ownersOfTables()
	for subject, texts := range statementsOf(t, true) {
		if subject == "storetest" {
			continue
		}
		writes, reads := touched(subject, texts, owners)
		writes = slices.DeleteFunc(writes, func(table string) bool { return owners[table] == "" })
		if want := testsWriteElsewhere[subject]; !slices.Equal(writes, want) {
			t.Errorf("tests of %q write %q of others, want %q", subject, writes, want)
		}
		reads = slices.DeleteFunc(reads, func(table string) bool { return slices.Contains(readsElsewhere[subject], table) })
		if want := testsReadElsewhere[subject]; !slices.Equal(reads, want) {
			t.Errorf("tests of %q read %q of others, want %q", subject, reads, want)
		}
	}
}
