-- Encrypted messages: what a code opens, who has opened it, and the guesses.

-- +goose Up
-- Whoever reads the rows learns neither the codes nor what they open: a code is found
-- by its MAC, and code, content and file names are sealed.
create table decrypt_messages (
    id          uuid primary key,
    code_mac    bytea not null,
    sealed_code bytea not null,
    sealed      bytea, -- content and the address of a video; null once deleted
    kind        text not null constraint decrypt_messages_kind_known check (kind in ('text', 'video', 'gallery')),
    hours       integer constraint decrypt_messages_hours check (hours > 0),
    opens_at    timestamptz,
    expires_at  timestamptz,
    max_views   integer constraint decrypt_messages_max_views check (max_views > 0),
    view_count  integer not null default 0,
    created_by  uuid not null,
    created_at  timestamptz not null,
    deleted_at  timestamptz,
    constraint decrypt_messages_views check (max_views is null or view_count <= max_views),
    constraint decrypt_messages_deleted_erased check ((deleted_at is null) = (sealed is not null))
);
create unique index decrypt_messages_code_once on decrypt_messages (code_mac) where deleted_at is null;

-- Who has opened what, a row a member and message.
create table decrypt_views (
    member_id  uuid not null constraint decrypt_views_member references members on delete cascade,
    message_id uuid not null constraint decrypt_views_message references decrypt_messages,
    first_at   timestamptz not null,
    last_at    timestamptz not null,
    views      integer not null default 1,
    constraint decrypt_views_once primary key (member_id, message_id)
);
create index decrypt_views_history on decrypt_views (member_id, last_at desc);

-- Idempotency keys, so that a retry costs no view.
create table decrypt_keys (
    member_id  uuid not null constraint decrypt_keys_member references members on delete cascade,
    key        uuid not null,
    message_id uuid not null constraint decrypt_keys_message references decrypt_messages,
    view_count integer not null,
    used_at    timestamptz not null,
    constraint decrypt_keys_once primary key (member_id, key)
);

-- The times of wrong codes, a row a member or address, known by a keyed hash.
create table decrypt_guesses (
    key        bytea constraint decrypt_guesses_once primary key,
    wrong      timestamptz[] not null default '{}',
    updated_at timestamptz not null
);
create index decrypt_guesses_updated on decrypt_guesses (updated_at);

-- Files of encrypted messages are uploads without a room.
alter table uploads alter column room_id drop not null;
alter table uploads add column decrypt_id uuid constraint uploads_decrypt references decrypt_messages;
alter table uploads add column place integer;     -- in the gallery
alter table uploads add column sealed_name bytea; -- of the file, as it was uploaded
create index uploads_of_decrypt on uploads (decrypt_id, place) where decrypt_id is not null;
drop index uploads_unsent;
create index uploads_unsent on uploads (created_at) where message_id is null and decrypt_id is null and deleted_at is null;
