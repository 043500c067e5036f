package face

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"muster/store"
	"muster/store/face"
	"muster/store/postgres"
)

// EnrolledMember is a member with an enrolled face.
type EnrolledMember struct {
	Member               store.Member
	Check                string // of the enrolled picture, "" without one
	EnrolledAt           time.Time
	LastUsed             time.Time // zero: never
	Scans, Verifications int
	AverageConfidence    float64 // of verifications, 0 without any
	RecentPassRate       float64
}

// enrolledOrders are the columns of face_directory by which the list is sorted, with
// their types. Each has an index.
var enrolledOrders = map[face.EnrolledSort]struct{ column, kind string }{
	face.SortByEnrolled:   {"enrolled_at", "timestamptz"},
	face.SortByLastUsed:   {"last_used_at", "timestamptz"},
	face.SortByName:       {"name_key", "text"},
	face.SortByScans:      {"scans", "integer"},
	face.SortByConfidence: {"confidence", "double precision"},
}

// enrolledPage selects the rows of face_directory on a page that begins after the key $1
// and the id $2 and has the limit $3. A search reads the texts of all enrolled members,
// then puts the found ones in order: walking the order reads them too where few match.
func enrolledPage(q face.EnrolledQuery, after bool) string {
	order := enrolledOrders[q.Sort]
	direction, beyond := "asc", ">"
	if q.Sort.Descending() {
		direction, beyond = "desc", "<"
	}
	begin := `true`
	if after {
		begin = fmt.Sprintf(`(%s, member_id) %s ($1::text::%s, $2::uuid)`, order.column, beyond, order.kind)
	}
	with, from := ``, `face_directory`
	if q.Search != "" {
		matches := `strpos(search, (select user_fold($4))) > 0`
		if q.Digits != "" {
			matches = `(` + matches + ` or strpos(search, $5) > 0)`
		}
		with, from = `found as materialized (select * from face_directory where `+matches+` and `+begin+`), `, `found`
		begin = `true`
	}
	return fmt.Sprintf(`%spage as (select *, %[2]s::text as key from %s where %s order by %[2]s %[5]s, member_id %[5]s limit $3)`,
		with, order.column, from, begin, direction)
}

// Enrolled lists members with an enrolled face by a checked query; next is the cursor of
// the page after, "" at the end. It fails with Invalid for a cursor of another order.
func (f *Faces) Enrolled(ctx context.Context, q face.EnrolledQuery) (page []EnrolledMember, next string, err error) {
	after, err := q.Position()
	if err != nil {
		return nil, "", err
	}
	var key *string
	var from pgtype.UUID
	if after != nil {
		key, from = &after.Key, id(after.ID)
	}
	direction := ""
	if q.Sort.Descending() {
		direction = "desc"
	}
	statement := fmt.Sprintf(`
		with typed as (select $1::text, $2::uuid, $4::text, $5::text), -- also what is not used has a type
		%s
		select p.key, m.id::text, m.name, coalesce(m.email, ''), coalesce(m.phone, ''), coalesce(m.username, ''), coalesce(e.check_id::text, ''),
		       p.enrolled_at, nullif(p.last_used_at, '-infinity'), p.scans, p.verifications, p.confidence, r.rate
		from page p join members m on m.id = p.member_id join face_enrolments e on e.member_id = p.member_id
		cross join lateral (select %s as rate from face_checks c where c.member_id = p.member_id and c.settled and %s) r
		order by p.%s %s, p.member_id %[5]s`, enrolledPage(q, after != nil), passRate(`true`), isRecent, enrolledOrders[q.Sort].column, direction)
	var keys []string
	err = f.read(ctx, func(ctx context.Context, on postgres.Querier) error {
		rows, err := on.Query(ctx, statement, key, from, q.Limit+1, q.Search, q.Digits)
		if err != nil {
			return err
		}
		keys = nil
		page, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (e EnrolledMember, err error) {
			var key string
			var used *time.Time
			err = row.Scan(&key, &e.Member.ID, &e.Member.Name, &e.Member.Email, &e.Member.Phone, &e.Member.Username, &e.Check,
				&e.EnrolledAt, &used, &e.Scans, &e.Verifications, &e.AverageConfidence, &e.RecentPassRate)
			e.LastUsed, keys = orZero(used), append(keys, key)
			if math.IsInf(e.AverageConfidence, 1) {
				e.AverageConfidence = 0
			}
			return e, err
		})
		return err
	})
	if postgres.KeyMalformed(err) {
		err = store.ErrCursor()
	}
	if len(page) > q.Limit {
		page = page[:q.Limit]
		next = face.EnrolledPosition{Sort: q.Sort, Key: keys[q.Limit-1], ID: page[q.Limit-1].Member.ID}.Cursor()
	}
	return page, next, err
}
