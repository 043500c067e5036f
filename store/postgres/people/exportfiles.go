// The files of a copy of a member's data that subjects in packages of their own give.

package people

import (
	"archive/zip"
	"context"
	"encoding/json"
	"muster/store/postgres"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// subjectFiles asks every subject for its files.
func (d *MyData) subjectFiles(ctx context.Context, tx pgx.Tx, member pgtype.UUID) ([]postgres.ExportFile, error) {
	m, err := postgres.MemberIn(ctx, tx, member.String())
	if err != nil {
		return nil, err
	}
	var files []postgres.ExportFile
	for _, subject := range d.db.Subjects() {
		more, err := subject.Export(ctx, tx, m)
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	return files, nil
}

// leftOut are the tables that a copy leaves out, and why.
func leftOut(db *postgres.DB) map[string]string {
	tables := map[string]string{"audit": "what administrators did, kept for the community"}
	for _, subject := range db.Subjects() {
		for table, why := range subject.Tables() {
			if why != "" {
				tables[table] = why
			}
		}
	}
	return tables
}

// writeRows adds the rows of a file to a zip, as a list of objects.
func writeRows(z *zip.Writer, f postgres.ExportFile) error {
	w, err := z.Create(f.Name)
	if err != nil {
		return err
	}
	if f.Rows == nil {
		f.Rows = []any{}
	}
	return json.NewEncoder(w).Encode(f.Rows)
}
