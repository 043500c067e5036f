// Searching the messages of the rooms that a member may enter.
//
// Results are newest first, and no index gives the messages of a word in that
// order. A common word is found by walking back from the newest message: it takes
// few messages to fill a page. A rare word is found through the index of words:
// it has few messages to sort. So a search walks over at most searchWalk messages
// first, and asks the index when that did not fill a page: what is left then is
// rare enough. What the index cannot find, since nothing but days narrows it, is read room
// by room instead.

package chat

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"muster/store"
	"muster/store/chat"
	"muster/store/postgres"
	logs "muster/store/postgres/roomlog"
	"muster/store/roomlog"
)

const (
	searchWalk    = 5000
	searchTimeout = 2 * time.Second
)

// Search finds messages that a member may read now: of rooms that it may enter,
// not deleted, and of nobody whom it ignores. It fails with Forbidden: roomlog.ErrBanned, and
// roomlog.ErrNoRoomAccess for a named room that is closed or absent alike.
func (ch *Chat) Search(ctx context.Context, memberID string, s chat.Search) (chat.SearchResults, error) {
	member, ok := postgres.ParseID(memberID)
	if !ok {
		return chat.SearchResults{}, store.ErrSessionEnded()
	}
	if s.Room != "" && !store.ValidRoomID(s.Room) {
		return chat.SearchResults{}, roomlog.ErrNoRoomAccess()
	}
	ctx, cancel := context.WithTimeout(ctx, postgres.CallTimeout)
	defer cancel()
	select {
	case ch.searches <- struct{}{}:
		defer func() { <-ch.searches }()
	case <-ctx.Done():
		return chat.SearchResults{}, postgres.Fault(ctx.Err())
	}
	var out chat.SearchResults
	err := ch.db.Read(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
		if err != nil {
			return err
		}
		defer postgres.Rollback(ctx, tx)
		out, err = (&search{Search: s, member: member, walk: ch.walk}).run(ctx, tx)
		return err
	})
	return out, err
}

// search is one search under way.
type search struct {
	chat.Search
	member pgtype.UUID
	walk   int // messages

	rooms   map[string]string // display names by id, of the rooms searched
	ids     []string          // their ids
	ignored []pgtype.UUID
	sender  pgtype.UUID // of From; not valid when nobody has that name
	terms   []string    // the phrases as search_text has them, by plainSharp

	upperSeq int64 // of the room: no message from here on is looked for
}

func (s *search) run(ctx context.Context, tx pgx.Tx) (chat.SearchResults, error) {
	s.Limit = min(max(s.Limit, 1), chat.MaxSearchPage)
	if err := s.prepare(ctx, tx); err != nil {
		return chat.SearchResults{}, err
	}
	wordless := len(s.Phrases) > 0 && len(s.terms) == 0
	if wordless || len(s.ids) == 0 || s.From != "" && !s.sender.Valid {
		return chat.SearchResults{}, nil
	}
	hits, err := s.walkBack(ctx, tx)
	switch {
	case err != nil || len(hits) > s.Limit:
	case len(s.terms) > 0 || s.sender.Valid || s.Has != "":
		hits, err = s.askIndex(ctx, tx)
	default:
		hits, err = s.readRooms(ctx, tx)
	}
	if err != nil {
		return chat.SearchResults{}, err
	}
	return s.page(ctx, tx, hits)
}

// prepare reads what the member may see and brings the phrases into the form of
// the index.
func (s *search) prepare(ctx context.Context, tx pgx.Tx) error {
	var b pgx.Batch
	b.Queue("set local enable_seqscan = off")
	b.Queue("set local enable_bitmapscan = off") // a walk goes along its index and ends early
	if s.Room != "" {
		// Before plans are custom ones: this is many small queries.
		b.Queue(`select search_upper_seq($1, $2::timestamptz + interval '1 microsecond')`, s.Room, s.before().At).QueryRow(func(row pgx.Row) error {
			return row.Scan(&s.upperSeq)
		})
	}
	b.Queue("set local plan_cache_mode = force_custom_plan")
	b.Queue("set local work_mem = '16MB'")
	b.Queue("set local statement_timeout = " + strconv.FormatInt(searchTimeout.Milliseconds(), 10))
	banned := false
	logs.QueueIsBanned(&b, s.member, &banned)
	b.Queue(`
		select r.id, r.display_name from rooms r
		join member_standing st on st.member_id = $1
		left join room_access a on a.room_id = r.id and a.member_id = st.member_id
		where r.deleted_at is null and (`+logs.HasRoomAccess+`) and ($2 = '' or r.id = $2)`, s.member, s.Room).Query(func(rows pgx.Rows) error {
		s.rooms = map[string]string{}
		var id, name string
		_, err := pgx.ForEachRow(rows, []any{&id, &name}, func() error {
			s.rooms[id] = name
			s.ids = append(s.ids, id)
			return nil
		})
		return err
	})
	b.Queue(`select ignored_id from ignored_members where member_id = $1`, s.member).Query(func(rows pgx.Rows) error {
		var err error
		s.ignored, err = pgx.CollectRows(rows, pgx.RowTo[pgtype.UUID])
		return err
	})
	b.Queue(`select id from members where username = $1`, strings.ToLower(s.From)).Query(func(rows pgx.Rows) error {
		_, err := pgx.ForEachRow(rows, []any{&s.sender}, func() error { return nil })
		return err
	})
	b.Queue(`select array_to_string(array_remove(string_to_array(search_text(p), ' '), ''), ' ') from unnest($1::text[]) p`, s.Phrases).
		Query(func(rows pgx.Rows) error {
			terms, err := pgx.CollectRows(rows, pgx.RowTo[string])
			s.terms = slices.DeleteFunc(terms, func(term string) bool { return term == "" })
			for i, term := range s.terms {
				s.terms[i] = plainSharp(term)
			}
			return err
		})
	if err := logs.MemberRefusal(tx.SendBatch(ctx, &b).Close(), banned); err != nil {
		return err
	}
	if s.Room != "" && len(s.ids) == 0 {
		return roomlog.ErrNoRoomAccess()
	}
	return nil
}

// Walking back over the newest messages, of the one room or of all.
const (
	walkRoom = `
		select * from messages
		where room_id = ($1::text[])[1] and seq < $13
		order by seq desc limit $11`
	walkAll = `
		select * from messages
		where created_at > $3 and created_at <= $4 and (created_at, seq, room_id) < ($4, $6, $7)
		order by created_at desc, seq desc, room_id desc limit $11`
)

// whoseAndWhen are the conditions of a found message "e" that no index knows.
const whoseAndWhen = `
	e.deleted_at is null and e.room_id = any($1::text[]) and e.sender_id <> all($2::uuid[])
	and e.created_at > $3::timestamptz and (e.created_at, e.seq, e.room_id) < ($4::timestamptz, $6::bigint, $7::text)
	and ($5::uuid is null or e.sender_id = $5)`

// lineOf is the text of "e" as search_text has it, with one blank between words, by plainSharp.
const lineOf = `' ' || replace(array_to_string(array_remove(string_to_array(search_text(e.body), ' '), ''), ' '), 'ß', 'ss') || ' '`

// byWalking takes what matches of the messages of a walk, in the walk's own order,
// so that it ends with the page. Most messages do not hold the longest word, and to
// look for that takes little time.
func byWalking(walk, order string) string {
	return `
	select e.id, e.created_at, e.seq, e.room_id from (` + walk + `) e
	where ` + whoseAndWhen + `
	  and case $8 when 'media' then e.kind <> 'text'
	              when 'link' then strpos(lower(e.body collate "C"), 'http://') > 0 or strpos(lower(e.body collate "C"), 'https://') > 0
	              else true end
	  and ($9 = '' or case when octet_length(e.body) = length(e.body) then strpos(lower(e.body collate "C"), $9) > 0 else true end)
	  and (cardinality($10::text[]) = 0 or ` + lineOf + ` like all ($10::text[]))
	order by ` + order + ` limit $12`
}

var (
	byWalkingRoom = byWalking(walkRoom, `e.seq desc`)
	byWalkingAll  = byWalking(walkAll, `e.created_at desc, e.seq desc, e.room_id desc`)
)

// byIndex finds all messages with the words and sorts them. The index does not
// know which words stand side by side.
const byIndex = `
	with e as materialized (
		select id, created_at, seq, room_id, sender_id, deleted_at, body from messages
		where deleted_at is null and search_document(body, kind, room_id, sender_id) @@ $8::text::tsquery
	)
	select e.id, e.created_at, e.seq, e.room_id from e
	where ` + whoseAndWhen + `
	  and (cardinality($9::text[]) = 0 or ` + lineOf + ` like all ($9::text[]))
	order by e.created_at desc, e.seq desc, e.room_id desc limit $10`

// byRooms reads the newest messages of each room between two times, so that a member of a
// few quiet rooms walks over nobody else's. The times are only in the numbers: by an index of
// times the messages of all rooms would be read for each.
const byRooms = `
	select e.id, e.created_at, e.seq, e.room_id from (
		select id, search_upper_seq(id, $3::timestamptz + interval '1 microsecond') as low,
		       search_upper_seq(id, $4::timestamptz + interval '1 microsecond') as high
		from unnest($1::text[]) id offset 0
	) r cross join lateral (
		select * from messages e where e.room_id = r.id and e.seq >= r.low and e.seq < r.high
		  and e.deleted_at is null and e.sender_id <> all($2::uuid[])
		  and not (e.created_at = $4 and (e.seq, e.room_id) >= ($5::bigint, $6::text))
		order by e.seq desc limit $7
	) e
	order by e.created_at desc, e.seq desc, e.room_id desc limit $7`

// common are the arguments of whoseAndWhen.
func (s *search) common() []any {
	before := s.before()
	return []any{s.ids, s.ignored, s.after(), before.At, s.sender, before.Seq, before.Room}
}

// after is the time after which messages are looked for.
func (s *search) after() time.Time {
	if first := time.Unix(0, 0); s.After.Before(first) {
		return first
	}
	return s.After
}

// before is the position before which messages are looked for.
func (s *search) before() chat.SearchPosition {
	before := chat.SearchPosition{At: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)}
	if !s.Before.IsZero() && s.Before.Before(before.At) {
		before.At = s.Before
	}
	if s.Older != nil && s.Older.At.Before(before.At) {
		before = *s.Older
	}
	return before
}

// walkBack finds what matches among the newest messages, at most one more than
// the page has room for.
func (s *search) walkBack(ctx context.Context, tx pgx.Tx) ([]foundPlace, error) {
	longest, patterns := "", []string{}
	for _, term := range s.terms {
		patterns = append(patterns, "% "+term+" %")
		for word := range strings.SplitSeq(term, " ") {
			if len(word) > len(longest) {
				longest = word
			}
		}
	}
	query, args := byWalkingAll, append(s.common(), string(s.Has), longest, patterns, s.walk, s.Limit+1)
	if s.Room != "" {
		query, args = byWalkingRoom, append(args, s.upperSeq)
	}
	rows, err := tx.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return collectPlaces(rows)
}

// askIndex finds what matches among all messages, at most one more than the page
// has room for.
func (s *search) askIndex(ctx context.Context, tx pgx.Tx) ([]foundPlace, error) {
	// No other index is of use, and the planner cannot know how rare the words are.
	if _, err := tx.Exec(ctx, "set local enable_indexscan = off; set local enable_bitmapscan = on"); err != nil {
		return nil, err
	}
	lexemes, patterns := []string{}, []string{}
	for _, term := range s.terms {
		words := strings.Split(term, " ")
		for _, word := range words {
			lexemes = append(lexemes, "'"+strings.Join(spellings(word), "' | '")+"'") // no lexeme has a quote or a backslash
		}
		if len(words) > 1 {
			patterns = append(patterns, "% "+term+" %")
		}
	}
	if s.Room != "" {
		lexemes = append(lexemes, "'#"+s.Room+"'")
	}
	if s.sender.Valid {
		lexemes = append(lexemes, "'@"+s.sender.String()+"'")
	}
	if s.Has != "" {
		lexemes = append(lexemes, "'+"+string(s.Has)+"'")
	}
	query := "(" + strings.Join(lexemes, ") & (") + ")"
	rows, err := tx.Query(ctx, byIndex, append(s.common(), query, patterns, s.Limit+1)...)
	if err != nil {
		return nil, err
	}
	places, err := collectPlaces(rows)
	if err != nil {
		return nil, err
	}
	_, err = tx.Exec(ctx, "set local enable_indexscan = on")
	return places, err
}

// readRooms finds the messages of a time, at most one more than the page has room for.
func (s *search) readRooms(ctx context.Context, tx pgx.Tx) ([]foundPlace, error) {
	// The queries of search_upper_seq are many and small.
	if _, err := tx.Exec(ctx, "set local plan_cache_mode = auto"); err != nil {
		return nil, err
	}
	before := s.before()
	rows, err := tx.Query(ctx, byRooms, s.ids, s.ignored, s.after(), before.At, before.Seq, before.Room, s.Limit+1)
	if err != nil {
		return nil, err
	}
	return collectPlaces(rows)
}

// foundPlace is where a found message is.
type foundPlace struct {
	id pgtype.UUID
	chat.SearchPosition
}

func collectPlaces(rows pgx.Rows) ([]foundPlace, error) {
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (foundPlace, error) {
		var p foundPlace
		err := row.Scan(&p.id, &p.At, &p.Seq, &p.Room)
		return p, err
	})
}

// page reads the messages of a page.
func (s *search) page(ctx context.Context, tx pgx.Tx, places []foundPlace) (chat.SearchResults, error) {
	var out chat.SearchResults
	if len(places) > s.Limit {
		places = places[:s.Limit]
		out.Older = &places[s.Limit-1].SearchPosition
	}
	ids := make([]pgtype.UUID, len(places))
	for i, p := range places {
		ids[i] = p.id
	}
	rows, err := tx.Query(ctx, `
		select `+logs.MessageColumns+`,`+logs.ReactionsOf+`
		from unnest($1::uuid[]) with ordinality as found(id, place)
		cross join lateral (select * from messages where id = found.id limit 1) e`+logs.MessageRows+`
		order by found.place`, ids)
	if err != nil {
		return out, err
	}
	messages, err := logs.CollectMessages(rows)
	for _, m := range messages {
		out.Found = append(out.Found, chat.FoundMessage{Message: m, RoomName: s.rooms[m.Room]})
	}
	return out, err
}
