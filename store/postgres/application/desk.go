package application

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/application"
	"muster/store/language"
	"muster/store/postgres"
	members "muster/store/postgres/people"
)

// Listed is an application as administrators see it.
type Listed struct {
	application.Application
	History   []application.PastDecision
	ClaimedBy *Claim // who else has it open
	Related   []Related
}

// Page is one page of the desk's list.
type Page struct {
	Applications []Listed
	Total        int
	Counts       map[application.StatusFilter]int
	Promise      Promise
}

// filters are the conditions of the list, each with an index that has its order.
var filters = map[application.StatusFilter]string{
	"":                     `a.applicant_id is not null`,
	application.Incomplete: `a.applicant_id is not null and a.submitted_at is null`,
	application.Submitted:  `a.applicant_id is not null and a.submitted_at is not null`,
}

// filterSQL is the condition of a filter, whose status is $1, and the order of its index.
func filterSQL(f application.StatusFilter) (condition, order string) {
	order = `order by a.expedited desc, coalesce(a.submitted_at, a.created_at) desc, a.id desc`
	switch f {
	case application.Incomplete:
		order = `order by a.expedited desc, a.created_at desc, a.id desc`
	case application.StatusFilter(application.Pending):
		return `a.due_at is not null and $1::text is not null`, `order by a.expedited desc, a.due_at, a.id`
	}
	condition, known := filters[f]
	if known {
		condition += ` and $1::text is not null`
	} else {
		condition = `a.submitted_at is not null and a.status = $1`
	}
	return condition, order
}

// List gives a page, from 1, of the applications of a filter as viewer sees them,
// expedited ones first, then the newest, and of those that wait what is due first. Drafts
// of which nothing is proven are nobody's business. One that does not open is Unreadable.
func (s *Applications) List(ctx context.Context, viewer string, filter application.StatusFilter, page int) (Page, error) {
	out := Page{}
	condition, order := filterSQL(filter)
	err := s.read(ctx, func(ctx context.Context, q postgres.Querier) error {
		out = Page{Counts: map[application.StatusFilter]int{}}
		rows, err := q.Query(ctx, `select status, sum(change)::int from application_counts group by 1`)
		if err != nil {
			return err
		}
		var status application.StatusFilter
		var n int
		if _, err := pgx.ForEachRow(rows, []any{&status, &n}, func() error {
			out.Counts[status] = n
			out.Counts[""] += n
			return nil
		}); err != nil {
			return err
		}
		out.Counts[application.Submitted] = out.Counts[""] - out.Counts[application.Incomplete]
		out.Total = out.Counts[filter]
		// The page is found by an index alone, then its rows are read.
		rows, err = q.Query(ctx, columns+`where a.id in (select a.id from applications a where `+condition+` `+order+` limit $2 offset $3) `+order,
			string(filter), application.PageSize, (page-1)*application.PageSize)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			r, err := s.scan(rows)
			if err != nil {
				return err
			}
			out.Applications = append(out.Applications, Listed{Application: r.Application, History: r.history})
		}
		if err := rows.Err(); err != nil {
			return err
		}
		if out.Promise, err = readPromise(ctx, q); err != nil {
			return err
		}
		return addBeside(ctx, q, viewer, out.Applications)
	})
	return out, err
}

// decisionRecord is a decision as the audit keeps it.
type decisionRecord struct {
	Status application.Status `json:"status"`
	Number string             `json:"number"`
}

// errMoved has a decision begin anew: its member changed between reading and locking.
var errMoved = errors.New("the application's member has changed")

// Decide is an administrator's decision on an application, with all that follows from it:
// the history, the mail, and the member that an acceptance makes or finds. The same
// decision again changes nothing. It fails as application.Application.Decide does, and
// with application.ErrNotFound.
func (s *Applications) Decide(ctx context.Context, by store.Caller, id string, d application.Decision) (Listed, error) {
	key, ok := postgres.ParseID(id)
	if !ok {
		return Listed{}, application.ErrNotFound()
	}
	for {
		var member string // of the application, or whom an acceptance would link
		err := s.read(ctx, func(ctx context.Context, q postgres.Querier) error {
			r, err := s.one(ctx, q, `where a.id = $1 and a.applicant_id is not null`, key)
			if err != nil {
				return err
			}
			if member = r.MemberID; member == "" {
				var m store.Member
				m, err = findMember(ctx, q, r)
				member = m.ID
			}
			return err
		})
		if err != nil {
			return Listed{}, err
		}
		// Statuses of members are locked before anything else.
		err = s.db.AdminService(by).Change(ctx, []string{member}, func(ctx context.Context, tx pgx.Tx) (postgres.AdminChange, error) {
			return s.decide(ctx, tx, by, id, member, d)
		})
		if errors.Is(err, errMoved) {
			continue
		}
		if err != nil {
			return Listed{}, err
		}
		return s.Listed(ctx, by.Member.ID, id)
	}
}

// Listed gives one application as viewer sees it; application.ErrNotFound, and
// store.ErrUnreadable.
func (s *Applications) Listed(ctx context.Context, viewer, id string) (Listed, error) {
	key, ok := postgres.ParseID(id)
	if !ok {
		return Listed{}, application.ErrNotFound()
	}
	list := make([]Listed, 1)
	err := s.read(ctx, func(ctx context.Context, q postgres.Querier) error {
		r, err := s.one(ctx, q, `where a.id = $1 and a.applicant_id is not null`, key)
		if err != nil {
			return err
		}
		list[0] = Listed{Application: r.Application, History: r.history}
		return addBeside(ctx, q, viewer, list)
	})
	return list[0], err
}

func (s *Applications) decide(ctx context.Context, tx pgx.Tx, by store.Caller, id, member string, d application.Decision) (postgres.AdminChange, error) {
	var none postgres.AdminChange
	r, err := s.lock(ctx, tx, `a.id = $1 and a.applicant_id is not null`, ids(id)[0])
	if err != nil {
		return none, err
	}
	if r.MemberID != "" && r.MemberID != member {
		return none, errMoved
	}
	now, err := s.now(ctx, tx)
	if err != nil {
		return none, err
	}
	before, dueAt := decisionRecord{r.Status, r.Number}, r.DueAt
	changed, err := r.Decide(d, by.Member.ID, now)
	if err != nil || !changed {
		return none, err
	}
	c := postgres.AdminChange{Action: "application_decided", Subject: r.ID, Before: before, After: decisionRecord{r.Status, r.Number}}
	if c.Events, err = s.follow(ctx, tx, r, before.Status, member); err != nil {
		return none, err
	}
	c.MemberID = r.MemberID
	// The fee of one that was decided may have been paid back since.
	if _, err := s.followFees(ctx, tx, r); err != nil {
		return none, err
	}
	if err := s.save(ctx, tx, r); err != nil {
		return none, err
	}
	var decision int64
	if err := tx.QueryRow(ctx, `insert into application_decisions (application_id, before, status, reason, decided_by, decided_at, submitted_at, due_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`, ids(r.ID)[0], before.Status, r.Status, r.Reason, ids(by.Member.ID)[0], now,
		moment(r.SubmittedAt), moment(dueAt)).Scan(&decision); err != nil {
		return none, err
	}
	return c, s.queue.QueueApplicationDecision(ctx, tx, decision)
}

// follow makes or finds the member of an acceptance, and suspends the one whose
// acceptance is withdrawn. A member who was one before the application stays one. The
// status of locked is locked.
func (s *Applications) follow(ctx context.Context, tx pgx.Tx, r *row, before application.Status, locked string) ([]store.SiteEvent, error) {
	switch {
	case r.Status == application.Accepted && r.MemberID != "":
		if !r.made {
			return nil, nil
		}
		return members.SetSignInIn(ctx, tx, r.MemberID, false)
	case r.Status == application.Accepted:
		return s.admitMember(ctx, tx, r, locked)
	case before == application.Accepted && r.made:
		admin, err := postgres.IsAdminIn(ctx, tx, r.MemberID)
		if err != nil {
			return nil, err
		}
		if admin {
			return nil, store.NewErrorReason(store.Conflict, "member_is_admin", "This member is an administrator. Take that right away first.")
		}
		return members.SetSignInIn(ctx, tx, r.MemberID, true)
	}
	return nil, nil
}

// admitMember links the member who has a verified address of the application, or makes
// one. Whoever was suspended by a withdrawn acceptance, whose application is gone, is let in
// again, as if this one had made the member.
func (s *Applications) admitMember(ctx context.Context, tx pgx.Tx, r *row, locked string) ([]store.SiteEvent, error) {
	m, err := findMember(ctx, tx, r)
	switch {
	case err != nil:
		return nil, err
	case m.ID != locked:
		return nil, errMoved
	case m.ID != "":
		r.MemberID, r.made = m.ID, m.Status.SignInDisabled
		if !r.made {
			return nil, nil
		}
		return members.SetSignInIn(ctx, tx, m.ID, false)
	}
	m, err = members.New(s.db).AddMemberIn(ctx, tx, store.NewMember{Name: r.Person.FullName, Email: r.ProvenMail, Phone: r.ProvenSMS})
	if err != nil {
		return nil, err
	}
	r.MemberID, r.made = m.ID, true
	return nil, members.SetLanguageIn(ctx, tx, m.ID, r.Language)
}

// findMember gives the member who has a verified address of an application, by e-mail
// before phone; one without an id for none.
func findMember(ctx context.Context, q postgres.Querier, r *row) (store.Member, error) {
	for _, address := range []string{r.ProvenMail, r.ProvenSMS} {
		if address == "" {
			continue
		}
		m, err := postgres.FindMemberIn(ctx, q, address)
		if store.CodeOf(err) != store.NotFound {
			return m, err
		}
	}
	return store.Member{}, nil
}

// DecisionNotice is what the mail about a decision says.
type DecisionNotice struct {
	Email, Number, Reason string
	Language              language.Tag
	Status                application.Status
	Mailed                bool // or replaced by a later decision, which has its own mail
}

// Decision reads a decision for its mail; application.ErrNotFound once the application is
// gone.
func (s *Applications) Decision(ctx context.Context, decision int64) (n DecisionNotice, err error) {
	err = s.read(ctx, func(ctx context.Context, q postgres.Querier) error {
		err := q.QueryRow(ctx, `select p.address, a.number, a.language, d.reason, d.status,
				d.mailed_at is not null or exists (select from application_decisions o where o.application_id = d.application_id and o.id > d.id)
			from application_decisions d
			join applications a on a.id = d.application_id join application_proofs p on p.application_id = a.id and p.channel = 'email'
			where d.id = $1`, decision).Scan(&n.Email, &n.Number, &n.Language, &n.Reason, &n.Status, &n.Mailed)
		if postgres.NoRow(err) {
			return application.ErrNotFound()
		}
		return err
	})
	return n, err
}

// DecisionMailed notes that the mail about a decision was handed over.
func (s *Applications) DecisionMailed(ctx context.Context, decision int64) error {
	return s.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `update application_decisions set mailed_at = coalesce(mailed_at, muster_now()) where id = $1`, decision)
		return err
	})
}
