-- Edits, mentions, pins and link previews of messages; slow mode and read-only
-- rooms.

-- +goose Up
alter table messages
    add column edited_at    timestamptz,
    add column edited_seq   bigint,                         -- of the last edit
    add column mentions     uuid[],                         -- whom the text names; null for nobody
    add column mentions_all boolean not null default false, -- the text names everybody
    add column preview      jsonb;                          -- of the first link in the text

-- The texts that edits replaced, erased with the message.
create table message_edits (
    message_id uuid not null,
    seq        bigint not null,      -- of the edit that replaced the text
    body       text not null,
    at         timestamptz not null, -- until when it stood
    constraint message_edits_once primary key (message_id, seq)
);

-- Whom the standing texts name, besides their senders: one row a member, one
-- without a member for everybody in the room. seq and at are the message's.
create table message_mentions (
    message_id uuid not null,
    room_id    text not null,
    seq        bigint not null,
    member_id  uuid,
    sender_id  uuid not null,
    at         timestamptz not null
);
create index message_mentions_of_member on message_mentions (member_id, room_id, seq);
create index message_mentions_of_message on message_mentions (message_id);

create table room_pins (
    room_id    text not null,
    message_id uuid not null,
    seq        bigint not null, -- of the event
    pinned_by  uuid not null,
    at         timestamptz not null,
    constraint room_pins_once primary key (room_id, message_id)
);

alter table rooms
    add column slow_mode_seconds integer not null default 0
        constraint rooms_slow_mode_range check (slow_mode_seconds between 0 and 3600),
    add column read_only boolean not null default false;

-- When a member last stored a message in a room that has slow mode. Turning slow
-- mode on brings in the messages from before.
create table room_pace (
    room_id   text not null,
    member_id uuid not null,
    last_at   timestamptz not null,
    constraint room_pace_once primary key (room_id, member_id)
);

-- Rows from before have the kinds of before, so they are not read again.
alter table room_events
    alter column message_id drop not null,
    drop constraint room_events_kind_known,
    add constraint room_events_kind_known check (kind in (
        'message', 'message_deleted', 'message_edited', 'message_preview', 'message_pinned', 'message_unpinned',
        'reaction_added', 'reaction_removed', 'room_changed')) not valid;
