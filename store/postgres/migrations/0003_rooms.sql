-- Chat rooms, who may enter them, and the heads of their logs.

-- +goose Up
create table rooms (
    id           text primary key constraint rooms_id_form check (id ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
    display_name text not null,
    description  text not null default '',
    is_default   boolean not null default false,
    access_level text not null default 'admin' constraint rooms_access_level_known check (access_level in ('all', 'admin')),
    created_at   timestamptz not null default muster_now(),
    deleted_at   timestamptz,
    constraint rooms_default_open check (not is_default or (access_level = 'all' and deleted_at is null))
);

-- The number and time of a room's last event. Whoever writes to a room's log
-- locks this row first, so it stays narrow and its page stays in memory.
create table room_heads (
    room_id text primary key constraint room_heads_room references rooms,
    seq     bigint not null default 0,
    last_at timestamptz not null default 'epoch'
) with (fillfactor = 50);

create table room_access (
    room_id    text not null constraint room_access_room references rooms,
    member_id  uuid not null constraint room_access_member references members,
    role       text not null constraint room_access_role_known check (role in ('member', 'moderator', 'admin')),
    granted_at timestamptz not null default muster_now(),
    granted_by uuid,
    primary key (room_id, member_id)
);
create index room_access_of_member on room_access (member_id);
