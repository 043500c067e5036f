// What every subject answers for a backup: what must agree in its tables, and the files
// that its rows name.

package postgres

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"muster/store"
)

// BackupPart is what a subject answers for a backup of its tables.
type BackupPart struct {
	// Sound are questions. Each row of an answer is a sentence about what does not agree.
	Sound []string
	// Totals are questions for the counts by which a person recognises a community, one
	// number each, by what is counted.
	Totals map[string]string
	// Files selects the files that rows name and somebody may open: the id, the variant and
	// the content type. "" is none.
	Files string
	// FilesSince is the migration that made what Files selects from.
	FilesSince int64
}

// StoredFile is a file of uploads that a row names.
type StoredFile struct {
	Upload  string
	Variant store.MediaVariant
	Type    string // content type
}

// sound are the questions about what all subjects share.
var sound = []string{
	`select format('the site log has %s events between %s and %s, its head is %s', count(*), min(s.seq), max(s.seq), h.seq)
		from site_events s cross join site_head h group by h.seq having count(*) <> max(s.seq) - min(s.seq) + 1 or max(s.seq) <> h.seq`,
}

// CheckSoundness lists what does not agree within a database of this program's schema, a
// sentence each, and returns the totals by what is counted.
func CheckSoundness(ctx context.Context, tx pgx.Tx, subjects []Subject) (totals map[string]int64, problems []string, err error) {
	questions, totals := sound, map[string]int64{}
	for _, subject := range subjects {
		part := subject.BackupPart()
		questions = append(questions[:len(questions):len(questions)], part.Sound...)
		for what, count := range part.Totals {
			var n int64
			if err := tx.QueryRow(ctx, count).Scan(&n); err != nil {
				return nil, nil, err
			}
			totals[what] = n
		}
	}
	problems, err = texts(ctx, tx, "("+strings.Join(questions, ")\nunion all\n(")+")")
	return totals, problems, err
}

// filesOf selects the files of all subjects as far as a schema has them; "" for none.
func filesOf(schema int64, subjects []Subject) string {
	var parts []string
	for _, subject := range subjects {
		if part := subject.BackupPart(); part.Files != "" && part.FilesSince <= schema {
			parts = append(parts, part.Files)
		}
	}
	return strings.Join(parts, " union all ")
}

// StoredFiles lists the files that rows of any subject name and somebody may open.
func StoredFiles(ctx context.Context, tx pgx.Tx, subjects []Subject) ([]StoredFile, error) {
	schema, err := ReadSchema(ctx, tx)
	if err != nil {
		return nil, err
	}
	files := filesOf(schema, subjects)
	if files == "" {
		return nil, nil
	}
	rows, err := tx.Query(ctx, `select id::text, variant, type from (`+files+`) f(id, variant, type) order by 1, 2`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (f StoredFile, err error) {
		err = row.Scan(&f.Upload, &f.Variant, &f.Type)
		return f, err
	})
}

// StillStored says whether a row of any subject still names a file that somebody may open.
func StillStored(ctx context.Context, on Querier, subjects []Subject, upload string) (there bool, err error) {
	schema, err := ReadSchema(ctx, on)
	if err != nil {
		return false, err
	}
	files := filesOf(schema, subjects)
	if files == "" {
		return false, nil
	}
	err = on.QueryRow(ctx, `select exists (select from (`+files+`) f(id, variant, type) where id = $1::uuid)`, upload).Scan(&there)
	return there, err
}
