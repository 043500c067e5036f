-- Notifications: mentions by time, and push to browsers that are elsewhere.

-- +goose Up
create index message_mentions_by_time on message_mentions (member_id, at, message_id);

-- One browser of a member. It belongs to the session in which it was added: who
-- signs out there is told nothing there any more.
create table push_subscriptions (
    id         uuid not null constraint push_subscriptions_pkey primary key,
    member_id  uuid not null constraint push_subscriptions_member references members,
    session_id uuid not null,
    endpoint   text not null constraint push_subscriptions_endpoint_once unique,
    p256dh     text not null,
    auth       text not null,
    created_at timestamptz not null default muster_now()
);
create index push_subscriptions_of_member on push_subscriptions (member_id, created_at);

-- Who has no row has no quiet hours and is shown no text.
create table push_settings (
    member_id  uuid not null constraint push_settings_pkey primary key constraint push_settings_member references members,
    quiet_from time,
    quiet_to   time,
    time_zone  text not null,
    preview    boolean not null,
    constraint push_settings_quiet_both check ((quiet_from is null) = (quiet_to is null))
);

-- How far each room's log was searched for what has to be told. The node that
-- has this table's one lock row searches.
create table push_cursors (
    room_id text not null constraint push_cursors_pkey primary key,
    seq     bigint not null
);
insert into push_cursors (room_id, seq) select room_id, seq from room_heads;
create table push_search (
    only_row boolean primary key default true constraint push_search_one_row check (only_row)
);
insert into push_search default values;
