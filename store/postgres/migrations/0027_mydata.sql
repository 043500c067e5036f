-- Exports of members' own data, and members who asked to be erased.

-- +goose Up
create table exports (
    id           uuid primary key,
    member_id    uuid not null constraint exports_member references members,
    requested_at timestamptz not null,
    ready_at     timestamptz,
    expires_at   timestamptz, -- set once it is ready, or nobody may have it any more
    removed_at   timestamptz  -- of its file
);
create index exports_of_member on exports (member_id, requested_at desc);
create index exports_unremoved on exports (expires_at) where removed_at is null;

alter table members
    add column erase_at  timestamptz, -- when the member is to be erased
    add column erased_at timestamptz,
    drop constraint members_reachable,
    add constraint members_reachable check (erased_at is not null or email is not null or phone is not null) not valid;
create index members_to_erase on members (erase_at) where erase_at is not null;
create index members_erased on members (erased_at) where erased_at is not null;
