// Members.

package people

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/postgres"
	logs "muster/store/postgres/roomlog"
)

// MemberByID reads a member; NotFound when there is none.
func (pe *People) MemberByID(ctx context.Context, id string) (store.Member, error) {
	var m store.Member
	err := pe.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) (err error) {
		m, err = postgres.MemberIn(ctx, conn, id)
		return err
	})
	return m, err
}

// FindMember reads the member of an e-mail address or phone in canonical form
// (store.ParseIdentifier); NotFound when there is none.
func (pe *People) FindMember(ctx context.Context, identifier string) (m store.Member, err error) {
	err = pe.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		m, err = postgres.FindMemberIn(ctx, conn, identifier)
		return err
	})
	return m, err
}

// FindUsername reads the member of a username; NotFound when there is none.
func (pe *People) FindUsername(ctx context.Context, username string) (m store.Member, err error) {
	err = pe.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		m, err = postgres.ReadMemberIn(ctx, conn, `m.username = lower($1)`, username)
		return err
	})
	return m, err
}

// FindNamed reads the member whom an administrator names by e-mail address,
// phone or username; NotFound when there is none. What can be read as
// a phone is one: nobody is found under a username that looks like somebody's
// number unless an at-sign before it says that a username is meant.
func (pe *People) FindNamed(ctx context.Context, raw string) (store.Member, error) {
	raw = strings.TrimSpace(raw)
	if username, ok := strings.CutPrefix(raw, "@"); ok {
		return pe.findWritten(ctx, username)
	}
	if identifier, err := store.ParseIdentifier(raw); err == nil {
		return pe.FindMember(ctx, identifier.Address)
	}
	return pe.findWritten(ctx, raw)
}

// findWritten is FindUsername for what somebody typed: only what can be a
// username is looked up.
func (pe *People) findWritten(ctx context.Context, raw string) (store.Member, error) {
	if _, err := store.CheckUsername(raw, nil); err != nil {
		return store.Member{}, postgres.ErrMemberUnknown()
	}
	return pe.FindUsername(ctx, strings.TrimSpace(raw))
}

// AddMember makes a member. The identifiers must be canonical; a username is
// checked and claimed like any other. It fails with Conflict when an
// identifier or the username belongs to somebody, with Invalid without any
// identifier and for a name that store.CheckName refuses.
func (pe *People) AddMember(ctx context.Context, n store.NewMember) (store.Member, error) {
	if _, err := store.CheckName(n.Name); err != nil {
		return store.Member{}, err
	}
	username, err := "", error(nil)
	if n.Username != "" {
		if username, err = pe.checkUsername(n.Username, n.IsCreator); err != nil {
			return store.Member{}, err
		}
	}
	var m store.Member
	err = pe.db.Write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		m, err = pe.addMember(ctx, tx, n, username)
		return err
	})
	return m, err
}

// addMember makes a member of a username that was checked, "" for none.
func (pe *People) addMember(ctx context.Context, tx pgx.Tx, n store.NewMember, username string) (store.Member, error) {
	name, err := store.CheckName(n.Name)
	if err != nil {
		return store.Member{}, err
	}
	var id pgtype.UUID
	err = tx.QueryRow(ctx, `
		insert into members (name, email, phone, username, username_at, is_creator)
		values ($1, nullif($2, ''), nullif($3, ''), nullif($4, ''), case when $4 <> '' then muster_now() end, $5)
		returning id`, name, n.Email, n.Phone, username, n.IsCreator).Scan(&id)
	if err != nil {
		return store.Member{}, err
	}
	if _, err := tx.Exec(ctx, `insert into member_standing (member_id, is_admin) values ($1, $2)`, id, n.IsAdmin); err != nil {
		return store.Member{}, err
	}
	if username != "" {
		if err := claimUsername(ctx, tx, id, "", username); err != nil {
			return store.Member{}, err
		}
	}
	if err := logs.MarkAdmitted(ctx, tx, logs.AnyRoom, id); err != nil {
		return store.Member{}, err
	}
	return postgres.ReadMemberIn(ctx, tx, `m.id = $1`, id)
}
