-- How many members were seen today is added up too: a question counted all of them, which
-- are as many as there are members on a good day.

-- +goose Up
-- Who was counted, of the state's seen_day, and who is still to be.
create table rollup_seen_members (
    member_id uuid primary key
);
create table rollup_seen_changes (
    at        timestamptz not null,
    member_id uuid not null
);
-- The day of its own: a node of the version before this one begins a day without these.
alter table rollup_state
    add column seen_day date not null default '-infinity',
    add column seen     bigint not null default 0;

-- +goose StatementBegin
create or replace function rollup_seen() returns trigger language plpgsql set enable_seqscan = off as $$
declare
    midnight timestamptz;
begin
    select date_trunc('day', new.last_seen_at, zone) into midnight from rollup_state where zone <> '';
    if tg_op = 'INSERT' or old.last_seen_at < midnight then
        with first as (
            insert into rollup_seen (at, member_id, session_id)
            select new.last_seen_at, s.person_id, s.id from sessions s
            where s.id = new.session_id and s.kind = 'member' and midnight is not null
              and not exists (select from rollup_seen r where r.member_id = s.person_id and r.at >= midnight)
            returning at, member_id
        )
        insert into rollup_seen_changes (at, member_id) select at, member_id from first;
    end if;
    return null;
end $$;
-- +goose StatementEnd
