-- The numbered logs: a room's messages, reactions and events, and the site log.

-- +goose Up
-- Rows of the log's tables refer to rooms and members without foreign keys: an
-- append has locked both rows already, neither is ever removed, and a check a
-- row would double the cost of storing a message.
create table messages (
    id            uuid primary key,
    room_id       text not null,
    seq           bigint not null,
    kind          text not null constraint messages_kind_known check (kind in ('text', 'gif', 'image', 'video', 'voice')),
    body          text,
    media_url     text,
    thumbnail_url text,
    sender_id     uuid not null,
    client_msg_id uuid,
    reply_to      uuid,
    created_at    timestamptz not null,
    deleted_at    timestamptz,
    deleted_by    uuid,
    deleted_seq   bigint,
    flagged       boolean not null default false,
    constraint messages_number_once unique (room_id, seq),
    constraint messages_deleted_erased check (deleted_at is null
        or num_nonnulls(body, media_url, thumbnail_url, reply_to) = 0)
);

-- Every send once for ever: the client's id, or the message's own
-- where the client gave none. Numbers are given only to rows that got in here.
create table sends (
    sender_id     uuid not null,
    client_msg_id uuid not null,
    message_id    uuid not null,
    constraint sends_once primary key (sender_id, client_msg_id)
);

create table reactions (
    message_id uuid not null,
    member_id  uuid not null,
    emoji      text not null,
    seq        bigint not null, -- of the event that added it
    constraint reactions_once primary key (message_id, member_id, emoji)
);

-- A room's log: ids and kinds, no text, so that nothing here can bring a
-- deleted text back.
create table room_events (
    room_id    text not null,
    seq        bigint not null,
    kind       text not null constraint room_events_kind_known
               check (kind in ('message', 'message_deleted', 'reaction_added', 'reaction_removed')),
    message_id uuid not null,
    actor_id   uuid not null,
    reaction   text,
    at         timestamptz not null,
    constraint room_events_number_once primary key (room_id, seq)
);

create table site_head (
    only_row boolean primary key default true constraint site_head_one_row check (only_row),
    seq      bigint not null default 0,
    last_at  timestamptz not null default 'epoch'
);
insert into site_head default values;

create table site_events (
    seq  bigint constraint site_events_number_once primary key,
    kind text not null,
    body jsonb not null,
    at   timestamptz not null
);
