-- More sums for the back office: who was seen today, how many joined, how many wrote.
-- Nodes of the version before this one keep them too: triggers do.

-- +goose Up
-- When a session was first seen on a day of the community, of members of whom no other
-- session was before. Two sessions at the same moment may both stand here. Nothing waits
-- for a row of another transaction, as the notes of who was seen must not.
create table rollup_seen (
    at         timestamptz not null,
    member_id  uuid not null,
    session_id uuid not null
);
create index rollup_seen_newest on rollup_seen (at, member_id);
create index rollup_seen_of_member on rollup_seen (member_id, at);

-- +goose StatementBegin
create function rollup_seen() returns trigger language plpgsql as $$
declare
    midnight timestamptz;
begin
    select date_trunc('day', new.last_seen_at, zone) into midnight from rollup_state where zone <> '';
    if tg_op = 'INSERT' or old.last_seen_at < midnight then
        insert into rollup_seen (at, member_id, session_id)
        select new.last_seen_at, s.person_id, s.id from sessions s
        where s.id = new.session_id and s.kind = 'member' and midnight is not null
          and not exists (select from rollup_seen r where r.member_id = s.person_id and r.at >= midnight);
    end if;
    return null;
end $$;
-- +goose StatementEnd
create trigger rollup_seen_first after insert on session_seen for each row execute function rollup_seen();
-- Every time zone's days begin with a quarter of an hour.
create trigger rollup_seen_again after update of last_seen_at on session_seen for each row
    when (date_bin('15 minutes', old.last_seen_at, 'epoch') < date_bin('15 minutes', new.last_seen_at, 'epoch')) execute function rollup_seen();
insert into rollup_seen (at, member_id, session_id)
select distinct on (s.person_id) e.last_seen_at, s.person_id, s.id
from rollup_state r
join session_seen e on e.last_seen_at >= date_trunc('day', muster_now(), nullif(r.zone, ''))
join sessions s on s.id = e.session_id and s.kind = 'member'
order by s.person_id, e.last_seen_at;

-- Members who are not erased, by the quarter of an hour in which they joined. What has
-- changed is added up later, so that no sign-up waits for another.
create table rollup_joined (
    at      timestamptz primary key,
    members bigint not null
);
create table rollup_joined_changes (
    at      timestamptz not null,
    members bigint not null
);
-- +goose StatementBegin
create function rollup_joined() returns trigger language plpgsql as $$
begin
    insert into rollup_joined_changes (at, members)
    select date_bin('15 minutes', created_at, 'epoch'), count(*) from added where erased_at is null group by 1;
    return null;
end $$;
-- +goose StatementEnd
create trigger rollup_joined after insert on members referencing new table as added
    for each statement execute function rollup_joined();
-- +goose StatementBegin
create function rollup_erased() returns trigger language plpgsql as $$
begin
    insert into rollup_joined_changes (at, members) values (date_bin('15 minutes', old.created_at, 'epoch'), -1);
    return null;
end $$;
-- +goose StatementEnd
create trigger rollup_erased after update of erased_at on members for each row
    when (old.erased_at is null and new.erased_at is not null) execute function rollup_erased();
insert into rollup_joined (at, members)
select date_bin('15 minutes', created_at, 'epoch'), count(*) from members where erased_at is null group by 1;

-- How many members wrote on the state's day, and in the 7 and 30 days that end with it.
create table rollup_senders (
    only_row boolean primary key default true constraint rollup_senders_one_row check (only_row),
    day      bigint not null,
    week     bigint not null,
    month    bigint not null
);
-- +goose StatementBegin
create function rollup_senders() returns trigger language plpgsql as $$
begin
    if tg_op <> 'INSERT' then
        update rollup_senders s set day = s.day - o.day, week = s.week - o.week, month = s.month - o.month
        from (select count(*) filter (where day > 0) as day, count(*) filter (where week > 0) as week, count(*) filter (where month > 0) as month from old_rows) o;
    end if;
    if tg_op <> 'DELETE' then
        update rollup_senders s set day = s.day + n.day, week = s.week + n.week, month = s.month + n.month
        from (select count(*) filter (where day > 0) as day, count(*) filter (where week > 0) as week, count(*) filter (where month > 0) as month from new_rows) n;
    end if;
    return null;
end $$;
-- +goose StatementEnd
create trigger rollup_senders_insert after insert on rollup_members referencing new table as new_rows
    for each statement execute function rollup_senders();
create trigger rollup_senders_update after update on rollup_members referencing old table as old_rows new table as new_rows
    for each statement execute function rollup_senders();
create trigger rollup_senders_delete after delete on rollup_members referencing old table as old_rows
    for each statement execute function rollup_senders();
insert into rollup_senders (day, week, month)
select count(*) filter (where day > 0), count(*) filter (where week > 0), count(*) filter (where month > 0) from rollup_members;

-- Senders in the order of their messages.
create index rollup_members_day on rollup_members ((-day), member_id) where day > 0;
create index rollup_members_week on rollup_members ((-week), member_id) where week > 0;
create index rollup_members_month on rollup_members ((-month), member_id) where month > 0;
