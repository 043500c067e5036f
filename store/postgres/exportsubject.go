// The parts of a copy of a member's data that subjects in packages of their own give.

package postgres

import (
	"archive/zip"
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// subjectPart is one file of a subject's.
type subjectPart struct {
	file, about string
	rows        []any
}

// subjectParts asks every subject for its part.
func (d *MyData) subjectParts(ctx context.Context, tx pgx.Tx, member pgtype.UUID) ([]subjectPart, error) {
	if len(d.db.subjects) == 0 {
		return nil, nil
	}
	m, err := MemberIn(ctx, tx, member.String())
	if err != nil {
		return nil, err
	}
	var parts []subjectPart
	for _, subject := range d.db.subjects {
		file, about, rows, err := subject.Export(ctx, tx, m)
		if err != nil {
			return nil, err
		}
		parts = append(parts, subjectPart{file, about, rows})
	}
	return parts, nil
}

// Write adds the file to a zip, as a list of objects like the others.
func (p subjectPart) write(z *zip.Writer) error {
	w, err := z.Create(p.file)
	if err != nil {
		return err
	}
	if p.rows == nil {
		p.rows = []any{}
	}
	return json.NewEncoder(w).Encode(p.rows)
}
