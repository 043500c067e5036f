-- What administrators need of members: a directory to sort and search, notes, and the
-- subscription.

-- +goose Up
-- user_fold gives a text as it is compared: without regard to case, by a collation
-- that knows letters beyond ASCII whatever the database's own is.
-- +goose StatementBegin
do $do$
declare
    fold text := 'default';
begin
    select collname into fold from pg_collation
    where collname in ('und-x-icu', 'pg_c_utf8', 'C.utf8', 'C.UTF-8') and collencoding in (-1, pg_char_to_encoding('UTF8'))
    order by collname <> 'und-x-icu', collname <> 'pg_c_utf8' limit 1;
    execute format($create$
        create function user_fold(raw text) returns text language sql immutable strict parallel safe as $body$
            select lower(raw collate %I) collate "C"
        $body$
    $create$, coalesce(fold, 'default'));
end $do$;
-- +goose StatementEnd

-- user_key gives a text's place in the order: accents do not count, and what is
-- missing comes after everything else.
-- +goose StatementBegin
create function user_key(raw text) returns text language sql immutable parallel safe as $$
    select coalesce(nullif(regexp_replace(normalize(user_fold(raw), NFD), '[\u0300-\u036f]', '', 'g'), ''), U&'\+10FFFF') collate "C"
$$;
-- +goose StatementEnd

-- rank_place gives the place on the ladder (store.Ladder) of what decides a rank.
-- +goose StatementBegin
create function rank_place(points integer, guardian boolean, honorary text) returns smallint language sql immutable parallel safe as $$
    select (case when guardian then 9 when honorary = 'Corporal' then 2 when honorary = 'Lieutenant' then 4
                 when points >= 10000 then 8 when points >= 5000 then 7 when points >= 2000 then 6 when points >= 800 then 5
                 when points >= 500 then 3 when points >= 100 then 1 else 0 end)::smallint
$$;
-- +goose StatementEnd

-- One narrow row a member with the keys by which administrators sort, and the text
-- in which they search. Triggers keep it, so that nothing that writes a member,
-- points or a session can forget it.
create table member_directory (
    member_id     uuid primary key constraint member_directory_member references members on delete cascade,
    name_key      text collate "C" not null,
    email_key     text collate "C" not null,
    phone_key     text collate "C" not null,
    username_key  text collate "C" not null,
    rank_place    smallint not null default 0,
    last_login_at timestamptz not null default '-infinity', -- never
    logins        integer not null default 0,
    created_at    timestamptz not null,
    is_admin      boolean not null default false,
    is_guardian   boolean not null default false,
    search        text collate "C" not null
);

-- +goose StatementBegin
create function directory_of_member() returns trigger language plpgsql as $$
begin
    insert into member_directory as d (member_id, name_key, email_key, phone_key, username_key, created_at, search)
    values (new.id, user_key(new.name), user_key(new.email), user_key(new.phone), user_key(new.username), new.created_at,
            user_fold(concat_ws(E'\n', new.name, new.email, new.phone, new.username)) || E'\n' || user_key(new.name))
    on conflict (member_id) do update
    set name_key = excluded.name_key, email_key = excluded.email_key, phone_key = excluded.phone_key,
        username_key = excluded.username_key, created_at = excluded.created_at, search = excluded.search;
    return null;
end $$;
-- +goose StatementEnd

-- +goose StatementBegin
create function directory_of_standing() returns trigger language plpgsql as $$
begin
    update member_directory set is_admin = new.is_admin where member_id = new.member_id and is_admin <> new.is_admin;
    return null;
end $$;
-- +goose StatementEnd

-- +goose StatementBegin
create function directory_of_points() returns trigger language plpgsql as $$
declare
    place smallint := rank_place(new.points, new.guardian, new.honorary_rank);
begin
    update member_directory set rank_place = place, is_guardian = new.guardian
    where member_id = new.member_id and (rank_place, is_guardian) is distinct from (place, new.guardian);
    return null;
end $$;
-- +goose StatementEnd

-- +goose StatementBegin
create function directory_of_session() returns trigger language plpgsql as $$
begin
    update member_directory set last_login_at = greatest(last_login_at, new.created_at), logins = logins + 1 where member_id = new.person_id;
    return null;
end $$;
-- +goose StatementEnd

insert into member_directory (member_id, name_key, email_key, phone_key, username_key, created_at, search, is_admin, is_guardian, rank_place, last_login_at, logins)
select m.id, user_key(m.name), user_key(m.email), user_key(m.phone), user_key(m.username), m.created_at,
       user_fold(concat_ws(E'\n', m.name, m.email, m.phone, m.username)) || E'\n' || user_key(m.name),
       coalesce(st.is_admin, false), coalesce(a.guardian, false), rank_place(coalesce(a.points, 0), coalesce(a.guardian, false), a.honorary_rank),
       coalesce(s.last_at, '-infinity'), coalesce(s.logins, 0)
from members m left join member_standing st on st.member_id = m.id left join member_points a on a.member_id = m.id
left join (select person_id, max(created_at) as last_at, count(*) as logins from sessions where kind = 'member' group by person_id) s on s.person_id = m.id;

create trigger member_directory after insert or update of name, email, phone, username on members
    for each row execute function directory_of_member();
create trigger member_directory after insert or update of is_admin on member_standing
    for each row execute function directory_of_standing();
create trigger member_directory after insert or update of points, guardian, honorary_rank on member_points
    for each row execute function directory_of_points();
create trigger member_directory after insert on sessions
    for each row when (new.kind = 'member') execute function directory_of_session();

create index member_directory_name on member_directory (name_key, member_id);
create index member_directory_email on member_directory (email_key, member_id);
create index member_directory_phone on member_directory (phone_key, member_id);
create index member_directory_username on member_directory (username_key, member_id);
create index member_directory_rank on member_directory (rank_place, member_id);
create index member_directory_last_login on member_directory (last_login_at, member_id);
create index member_directory_created on member_directory (created_at, member_id);
create index member_directory_admins on member_directory (member_id) where is_admin;
create index member_directory_guardians on member_directory (member_id) where is_guardian;

-- Every version of what administrators noted of a member; the newest one holds. The
-- audit log names versions instead of repeating their text.
create table member_notes (
    id        bigint generated always as identity primary key,
    member_id uuid not null constraint member_notes_member references members on delete cascade,
    text      text not null constraint member_notes_length check (char_length(text) <= 10000),
    author_id uuid,
    at        timestamptz not null default muster_now()
);
create index member_notes_of_member on member_notes (member_id, id desc);

-- Whose chat subscription is active: an administrator's switch.
create table chat_subscriptions (
    member_id uuid primary key constraint chat_subscriptions_member references members on delete cascade,
    active    boolean not null,
    at        timestamptz not null default muster_now()
);

create index reports_of_subject on reports (subject_id, created_at);
