-- Every order of the administrators' table of users has an index to walk along. What
-- changes often, the rank and the last sign-in, is indexed in a narrow table beside the
-- directory: a sign-in writes into the indexes of that one, not into all of the directory's.

-- +goose Up
create table member_places (
    member_id     uuid primary key constraint member_places_member references members on delete cascade,
    rank_place    smallint not null,
    last_login_at timestamptz not null
);
insert into member_places (member_id, rank_place, last_login_at) select member_id, rank_place, last_login_at from member_directory;
create index member_places_rank on member_places (rank_place, member_id);
create index member_places_last_login on member_places (last_login_at, member_id);
create index member_directory_phone on member_directory (phone_key, member_id);
analyze member_places;

-- +goose StatementBegin
create function places_of_member() returns trigger language plpgsql set enable_seqscan = off as $$
begin
    insert into member_places (member_id, rank_place, last_login_at) values (new.member_id, new.rank_place, new.last_login_at)
    on conflict (member_id) do update set rank_place = excluded.rank_place, last_login_at = excluded.last_login_at;
    return null;
end $$;
-- +goose StatementEnd

create trigger member_places after insert or update of rank_place, last_login_at on member_directory
    for each row execute function places_of_member();
