-- Uploaded files. The files themselves lie in the storage of files under the ids
-- of their rows.

-- +goose Up
-- A row is there before its files, and goes after them. So no file is ever
-- without a row. Until ready_at the files may be missing; from deleted_at on
-- nobody may open them, and they are being removed.
create table uploads (
    id           uuid primary key,
    owner_id     uuid not null,
    room_id      text not null,
    kind         text not null constraint uploads_kind_known check (kind in ('image', 'video', 'voice')),
    content_type text not null,
    size         bigint not null,
    thumbnail    boolean not null,
    metadata     jsonb not null,
    created_at   timestamptz not null,
    ready_at     timestamptz,
    message_id   uuid constraint uploads_sent_once unique, -- the message that carries it
    seq          bigint,                                   -- the message's
    deleted_at   timestamptz
);
create index uploads_of_room on uploads (room_id, seq desc) where seq is not null and deleted_at is null;
-- What the sweep looks for.
create index uploads_unsent on uploads (created_at) where message_id is null and deleted_at is null;
create index uploads_deleted on uploads (deleted_at) where deleted_at is not null;
