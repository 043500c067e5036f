// Subjects: what packages of their own answer for their tables.

package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store"
)

// Subject is what a package below this one answers for its tables, so that nobody else
// touches them.
type Subject interface {
	// Tables are the tables that the subject owns, each with the reason why the copy of a
	// member's data leaves it out, "" for one in the copy or about nobody.
	Tables() map[string]string
	// Erase deletes what there is of a member, in the transaction that erases it.
	Erase(ctx context.Context, tx pgx.Tx, m store.Member) error
	// Export gives what there is of a member, as files of the copy of its data.
	Export(ctx context.Context, tx pgx.Tx, m store.Member) ([]ExportFile, error)
	// ActivityQuery selects the newest activities as storedActivities does: from the numbers
	// $1 to $4 or the moment $5 on and at most $6. "" is none.
	ActivityQuery() string
	// BackupPart answers for a backup.
	BackupPart() BackupPart
}

// ErasesAhead is a Subject that may have too much of one member for the transaction that erases it.
type ErasesAhead interface {
	// EraseAhead deletes that in transactions of its own, before Erase.
	EraseAhead(ctx context.Context, m store.Member) error
}

// ExportFile is a file in the copy of a member's data: a list of objects of JSON. Query
// selects them by the member's id $1; without one they are Rows.
type ExportFile struct {
	Name, About string
	Query       string
	Rows        []any
}

// EraseRows runs statements that delete by a member's id $1.
func EraseRows(ctx context.Context, tx pgx.Tx, m store.Member, statements ...string) error {
	for _, statement := range statements {
		if _, err := tx.Exec(ctx, statement, m.ID); err != nil {
			return err
		}
	}
	return nil
}

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
