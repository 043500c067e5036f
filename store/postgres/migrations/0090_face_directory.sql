-- The viewer searches and sorts all members with an enrolled face. One row each has the
-- keys of its orders, which were sums over the member's checks, and the text in which it
-- searches. Triggers keep it, so that nothing that writes a check or a name can forget it.

-- +goose Up
create table face_directory (
    member_id    uuid primary key constraint face_directory_enrolment references face_enrolments on delete cascade,
    name_key     text collate "C" not null, -- of the name that the viewer shows
    enrolled_at  timestamptz not null,
    last_used_at timestamptz not null default '-infinity', -- of a verification; never
    scans         integer not null default 0, -- checks that were looked at
    verifications integer not null default 0,
    confidence    double precision not null default 'infinity', -- their average; without any behind all others
    search       text collate "C" not null
) with (fillfactor = 85);

-- face_name gives what the viewer calls a member.
-- +goose StatementBegin
create function face_name(m members) returns text language sql immutable parallel safe as $$
    select coalesce(nullif(m.username, ''), nullif(m.name, ''), m.email, m.phone)
$$;
-- +goose StatementEnd

-- +goose StatementBegin
create function face_directory_of_enrolment() returns trigger language plpgsql set enable_seqscan = off as $$
begin
    -- The lock waits for a change of the name that is not committed yet: its trigger
    -- would not find the new row.
    perform from member_directory where member_id = new.member_id for no key update;
    insert into face_directory (member_id, name_key, enrolled_at, search)
    select m.id, user_key(face_name(m)), new.enrolled_at, d.search from members m join member_directory d on d.member_id = m.id where m.id = new.member_id;
    return null;
end $$;
-- +goose StatementEnd

-- +goose StatementBegin
create function face_directory_of_member() returns trigger language plpgsql set enable_seqscan = off as $$
begin
    update face_directory d set name_key = user_key(face_name(m)), search = new.search
    from members m where m.id = new.member_id and d.member_id = m.id;
    return null;
end $$;
-- +goose StatementEnd

-- The sums are made anew from the member's checks: a sum of fractions that is added to
-- and taken from would drift. The lock comes first, in a statement of its own, so that of
-- two changes at once the later one counts both.
-- +goose StatementBegin
create function face_directory_of_checks() returns trigger language plpgsql set enable_seqscan = off as $$
declare
    members uuid[] := (select array_agg(distinct member_id) from changed);
begin
    perform from face_directory where member_id = any (members) order by member_id for no key update;
    update face_directory d set last_used_at = s.last_used_at, scans = s.scans, verifications = s.verifications, confidence = s.confidence
    from unnest(members) m (member_id)
    cross join lateral (
        select coalesce(max(c.at) filter (where c.kind = 'verification'), '-infinity') as last_used_at,
               count(*) filter (where c.settled) as scans,
               count(*) filter (where c.settled and c.kind = 'verification') as verifications,
               case when count(*) filter (where c.settled and c.kind = 'verification') = 0 then 'infinity'
                    else coalesce(avg(c.confidence) filter (where c.settled and c.kind = 'verification'), 0) end as confidence
        from face_checks c where c.member_id = m.member_id) s
    where d.member_id = m.member_id;
    return null;
end $$;
-- +goose StatementEnd

insert into face_directory (member_id, name_key, enrolled_at, search)
select e.member_id, user_key(face_name(m)), e.enrolled_at, d.search
from face_enrolments e join members m on m.id = e.member_id join member_directory d on d.member_id = e.member_id;

update face_directory d set last_used_at = s.last_used_at, scans = s.scans, verifications = s.verifications, confidence = s.confidence
from (select member_id, coalesce(max(at) filter (where kind = 'verification'), '-infinity') as last_used_at,
             count(*) filter (where settled) as scans,
             count(*) filter (where settled and kind = 'verification') as verifications,
             case when count(*) filter (where settled and kind = 'verification') = 0 then 'infinity'
                  else coalesce(avg(confidence) filter (where settled and kind = 'verification'), 0) end as confidence
      from face_checks group by member_id) s
where s.member_id = d.member_id;

create index face_directory_name on face_directory (name_key, member_id);
create index face_directory_enrolled on face_directory (enrolled_at, member_id);
create index face_directory_used on face_directory (last_used_at, member_id);
create index face_directory_scans on face_directory (scans, member_id);
create index face_directory_confidence on face_directory (confidence, member_id);
analyze face_directory;

create trigger face_directory after insert on face_enrolments for each row execute function face_directory_of_enrolment();
create trigger face_directory after update of search on member_directory for each row execute function face_directory_of_member();
create trigger face_directory_added after insert on face_checks referencing new table as changed
    for each statement execute function face_directory_of_checks();
create trigger face_directory_changed after update on face_checks referencing new table as changed
    for each statement execute function face_directory_of_checks();
create trigger face_directory_removed after delete on face_checks referencing old table as changed
    for each statement execute function face_directory_of_checks();
