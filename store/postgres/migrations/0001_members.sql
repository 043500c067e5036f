-- The community's clock, and its members with what permits them to chat.

-- +goose Up
-- One row: how far the product's clock is ahead of the machine's. Always zero,
-- except where a test moves it.
create table clock_offset (
    only_row boolean primary key default true constraint clock_offset_one_row check (only_row),
    ahead    interval not null default interval '0'
);
insert into clock_offset default values;

-- +goose StatementBegin
-- muster_now is the one clock of the product: when the running statement
-- began, so inside a transaction it moves on after every wait for a lock.
create function muster_now() returns timestamptz language sql stable as
$$ select statement_timestamp() + (select ahead from clock_offset) $$;
-- +goose StatementEnd

create table members (
    id               uuid primary key default gen_random_uuid(),
    name             text not null default '',
    email            text constraint members_email_once unique
                     constraint members_email_canonical check (email = lower(email) and email <> ''),
    phone            text constraint members_phone_once unique
                     constraint members_phone_e164 check (phone ~ '^\+[1-9][0-9]{6,14}$'),
    username         text constraint members_username_once unique
                     constraint members_username_form check (username ~ '^[a-z0-9_]{3,20}$'),
    -- When the present username was taken, and how often it was changed since
    -- the first one: together they decide the lock.
    username_at      timestamptz,
    username_changes integer not null default 0,
    is_creator       boolean not null default false,
    created_at       timestamptz not null default muster_now(),
    updated_at       timestamptz not null default muster_now(),
    constraint members_reachable check (email is not null or phone is not null),
    constraint members_username_dated check ((username is null) = (username_at is null))
);

-- Every room shows who the creator is; there is one.
create unique index members_one_creator on members (is_creator) where is_creator;

-- What permits a member to chat: narrow, because every append share-locks it.
create table member_standing (
    member_id        uuid primary key constraint member_standing_member references members,
    is_admin         boolean not null default false,
    chat_enabled     boolean not null default true,
    banned_until     timestamptz,
    sign_in_disabled boolean not null default false
);

-- Every username in use or held back, each once: the primary key is what keeps
-- fifty parallel claims to one winner, held_until what keeps a freed
-- name from others.
create table usernames (
    username   text constraint usernames_once primary key,
    member_id  uuid not null constraint usernames_member references members,
    taken_at   timestamptz not null,
    held_until timestamptz -- set once the name was freed
);
create index usernames_of_member on usernames (member_id);

create table username_changes (
    id           bigint generated always as identity primary key,
    member_id    uuid not null constraint username_changes_member references members,
    old_username text, -- null for the first one
    new_username text not null,
    at           timestamptz not null
);
create index username_changes_of_member on username_changes (member_id, at);

-- Who did what to whom where it matters later. Never text of
-- messages, never addresses.
create table audit (
    id       bigint generated always as identity primary key,
    at       timestamptz not null default muster_now(),
    actor_id uuid,
    action   text not null,
    subject  text not null,
    detail   jsonb not null default '{}'
);
create index audit_at on audit (at);
