-- Sign-in by code. Identifiers and network addresses stand here only as keyed
-- hashes, since anyone may type anybody's into the entry field.

-- +goose Up
-- One locked row judges every send and every try: shared by all new
-- browsers of an identifier, or of one known device with it. Times of the last
-- 24 h, oldest first; the limits keep the lists short.
create table login_buckets (
    bucket        bytea constraint login_buckets_once primary key,
    sends         timestamptz[] not null default '{}',
    failures      timestamptz[] not null default '{}',
    loose         timestamptz[] not null default '{}',
    in_row        integer not null default 0,
    blocked_until timestamptz,
    updated_at    timestamptz not null default muster_now()
);
create index login_buckets_updated on login_buckets (updated_at);

-- A code belongs to the browser that asked for it (its attempt cookie).
create table login_codes (
    id         uuid primary key,
    subject    bytea not null,
    attempt    bytea not null,
    code_mac   bytea not null constraint login_codes_mac_is_sha256 check (length(code_mac) = 32),
    tries      integer not null default 0,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at    timestamptz,
    voided_at  timestamptz
);
create index login_codes_of_subject on login_codes (subject, created_at desc);
create index login_codes_expired on login_codes (expires_at);

-- Browsers that signed in before, by identifier: the hash of their cookie.
create table login_devices (
    device       bytea not null constraint login_devices_is_sha256 check (length(device) = 32),
    subject      bytea not null,
    last_used_at timestamptz not null,
    constraint login_devices_once primary key (device, subject)
);
create index login_devices_of_subject on login_devices (subject, last_used_at);

-- Counters of a fixed window: one statement checks and counts.
create table quotas (
    scope     text not null,
    key       bytea not null,
    opened_at timestamptz not null,
    used      integer not null,
    constraint quotas_once primary key (scope, key)
);
create index quotas_opened on quotas (opened_at);

-- What the development stand-in for mail and texts caught; empty in production.
create table outbox (
    id         uuid primary key default gen_random_uuid(),
    number     bigint generated always as identity,
    channel    text not null constraint outbox_channel_known check (channel in ('email', 'sms')),
    recipient  text not null,
    subject    text not null,
    body       text not null,
    created_at timestamptz not null default muster_now()
);
create unique index outbox_number on outbox (number);
