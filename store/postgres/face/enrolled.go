package face

import (
	"context"
	"fmt"
	"math"
	"time"
	"unicode/utf8"

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

// fewFound is the most found members that are put in order. Where a search finds more,
// walking the order fills a page soon.
const fewFound = 1000

// find gives the members whom a search finds by the index of its runs of three
// characters. few is false where they are more than fewFound, or the text is shorter.
func find(ctx context.Context, on postgres.Querier, q face.EnrolledQuery) (found []pgtype.UUID, few bool, err error) {
	if utf8.RuneCountInString(q.Search) < 3 {
		return nil, false, nil
	}
	rows, err := on.Query(ctx, `select member_id from users_with_trigrams(user_fold($1), $2, $3)`, q.Search, q.Digits, fewFound+1)
	if err != nil {
		return nil, false, err
	}
	found, err = pgx.CollectRows(rows, pgx.RowTo[pgtype.UUID])
	return found, len(found) <= fewFound, err
}

// enrolledStatement reads a page that begins after the key $1 and the id $2 and has the
// limit $3, of those whose text has $4 or the digits $5, or with few of the ids $6.
func enrolledStatement(q face.EnrolledQuery, after, few bool) string {
	order := enrolledOrders[q.Sort]
	direction, beyond := "asc", ">"
	if q.Sort.Descending() {
		direction, beyond = "desc", "<"
	}
	where := `true`
	switch {
	case few:
		where = `member_id = any ($6)`
	case q.Digits != "":
		where = `(strpos(search, (select user_fold($4))) > 0 or strpos(search, $5) > 0)`
	case q.Search != "":
		where = `strpos(search, (select user_fold($4))) > 0`
	}
	if after {
		where += fmt.Sprintf(` and (%s, member_id) %s ($1::text::%s, $2::uuid)`, order.column, beyond, order.kind)
	}
	return fmt.Sprintf(`
		with typed as (select $1::text, $2::uuid, $4::text, $5::text, $6::uuid[]), -- also what is not used has a type
		page as (select * from face_directory where %[1]s order by %[2]s %[3]s, member_id %[3]s limit $3)
		select p.%[2]s::text, m.id::text, m.name, coalesce(m.email, ''), coalesce(m.phone, ''), coalesce(m.username, ''), coalesce(e.check_id::text, ''),
		       p.enrolled_at, nullif(p.last_used_at, '-infinity'), p.scans, p.verifications, p.confidence, r.rate
		from page p join members m on m.id = p.member_id join face_enrolments e on e.member_id = p.member_id
		cross join lateral (select %[4]s as rate from face_checks c where c.member_id = p.member_id and c.settled and %[5]s) r
		order by p.%[2]s %[3]s, p.member_id %[3]s`, where, order.column, direction, passRate(`true`), isRecent)
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
	var keys []string
	err = f.read(ctx, func(ctx context.Context, on postgres.Querier) error {
		found, few, err := find(ctx, on, q)
		if err != nil {
			return err
		}
		rows, err := on.Query(ctx, enrolledStatement(q, after != nil, few), key, from, q.Limit+1, q.Search, q.Digits, found)
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
