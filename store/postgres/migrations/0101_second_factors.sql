-- Second factors of members: codes of an authenticator app (RFC 6238), passkeys, and the
-- recovery codes for who has lost them. A session knows when it last proved one.

-- +goose Up
alter table sessions add column second_factor_at timestamptz;

create table second_factors (
    id            uuid primary key default gen_random_uuid(),
    member_id     uuid not null references members on delete cascade,
    kind          text not null constraint second_factors_kind check (kind in ('totp', 'passkey')),
    name          text not null default '' check (char_length(name) <= 60),
    created_at    timestamptz not null default muster_now(),
    confirmed_at  timestamptz, -- null: begun, counts for nothing
    last_used_at  timestamptz,
    secret        bytea, -- of an app, sealed
    key_version   smallint not null default 1, -- of the secret under which it is
    last_step     bigint not null default 0, -- of the last code that was accepted
    credential_id bytea constraint second_factors_credential_once unique, -- of a passkey
    credential    jsonb, -- its public key and what it said of itself
    sign_count    bigint not null default 0,
    constraint second_factors_complete check (
        kind = 'totp' and secret is not null and credential_id is null and credential is null
        or kind = 'passkey' and secret is null and credential_id is not null and credential is not null and confirmed_at is not null)
);
create unique index second_factors_one_app on second_factors (member_id) where kind = 'totp';
create index second_factors_member on second_factors (member_id) where confirmed_at is not null;

create table recovery_codes (
    member_id  uuid not null references members on delete cascade,
    hash       bytea not null,
    created_at timestamptz not null default muster_now(),
    used_at    timestamptz,
    constraint recovery_codes_once primary key (member_id, hash)
);

-- The row that everything about one member's factors locks first, with the wrong guesses of
-- the last day.
create table second_factor_guesses (
    member_id  uuid primary key references members on delete cascade,
    wrong      timestamptz[] not null default '{}',
    updated_at timestamptz not null default muster_now()
);
