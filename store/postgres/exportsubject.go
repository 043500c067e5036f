// The files of a copy of a member's data that subjects in packages of their own give.

package postgres

import (
	"archive/zip"
	"context"
	"encoding/json"
	"maps"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// subjectFiles asks every subject for its files.
func (d *MyData) subjectFiles(ctx context.Context, tx pgx.Tx, member pgtype.UUID) ([]ExportFile, error) {
	if len(d.db.subjects) == 0 {
		return nil, nil
	}
	m, err := MemberIn(ctx, tx, member.String())
	if err != nil {
		return nil, err
	}
	var files []ExportFile
	for _, subject := range d.db.subjects {
		more, err := subject.Export(ctx, tx, m)
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	return files, nil
}

// leftOut are the tables that a copy leaves out, and why.
func (db *DB) leftOut() map[string]string {
	tables := maps.Clone(notExported)
	for _, subject := range db.subjects {
		for table, why := range subject.Tables() {
			if why != "" {
				tables[table] = why
			}
		}
	}
	return tables
}

// write adds the rows of a file to a zip, as a list of objects.
func (f ExportFile) write(z *zip.Writer) error {
	w, err := z.Create(f.Name)
	if err != nil {
		return err
	}
	if f.Rows == nil {
		f.Rows = []any{}
	}
	return json.NewEncoder(w).Encode(f.Rows)
}
