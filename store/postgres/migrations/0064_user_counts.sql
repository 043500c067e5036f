-- What the administrators' table of users counts, it finds in rows made for that: what a
-- search looks through stands alone in a dense table, and who was seen lately is found
-- by an index.

-- +goose Up
-- The text of a row comes first, where it is read fastest.
create table member_search (
    search    text collate "C" not null,
    member_id uuid primary key constraint member_search_member references members on delete cascade
);
insert into member_search (search, member_id) select search, member_id from member_directory;
analyze member_search;

-- +goose StatementBegin
create function search_of_member() returns trigger language plpgsql set enable_seqscan = off as $$
begin
    insert into member_search (search, member_id) values (new.search, new.member_id)
    on conflict (member_id) do update set search = excluded.search;
    return null;
end $$;
-- +goose StatementEnd

create trigger member_search after insert or update of search on member_directory
    for each row execute function search_of_member();

-- When a session was seen last, to five minutes: an index on the moment itself would be
-- written each time that a session is noted as seen.
alter table session_seen add column seen_in timestamptz not null
    generated always as (date_bin('5 minutes', last_seen_at, 'epoch')) stored;
create index session_seen_lately on session_seen (seen_in);
analyze session_seen;

-- sessions_seen gives the sessions that were seen within so long, and when. It finds them
-- by the index, however many the planner expects.
-- +goose StatementBegin
create function sessions_seen(within interval) returns table (session_id uuid, last_seen_at timestamptz)
    language plpgsql stable rows 1000 set enable_seqscan = off as $$
declare
    since timestamptz := muster_now() - within;
begin
    return query select e.session_id, e.last_seen_at from session_seen e
        where e.seen_in >= date_bin('5 minutes', since, 'epoch') and e.last_seen_at > since;
end $$;
-- +goose StatementEnd

-- What keeps the badges and who was seen finds its rows by the index, always: by a plan of a
-- time when the table was small, members who were added at once had all of it read for each.
alter function badges_of_profile() set enable_seqscan = off;
alter function rollup_seen() set enable_seqscan = off;
