-- Signed-in browsers, and the applicants that a session may speak for.

-- +goose Up
create table applicants (
    id         uuid primary key default gen_random_uuid(),
    email      text constraint applicants_email_once unique
               constraint applicants_email_canonical check (email = lower(email) and email <> ''),
    phone      text constraint applicants_phone_once unique
               constraint applicants_phone_e164 check (phone ~ '^\+[1-9][0-9]{6,14}$'),
    created_at timestamptz not null default muster_now(),
    constraint applicants_reachable check (email is not null or phone is not null)
);

-- Narrow, because every append share-locks it: what changes while a session
-- lives stands in session_seen.
create table sessions (
    id          uuid primary key default gen_random_uuid(),
    kind        text not null constraint sessions_kind_known check (kind in ('member', 'application')),
    person_id   uuid not null,
    token_hash  bytea not null constraint sessions_token_once unique
                constraint sessions_token_is_sha256 check (length(token_hash) = 32),
    created_at  timestamptz not null,
    expires_max timestamptz not null,
    revoked_at  timestamptz
);
create index sessions_of_person on sessions (person_id, created_at);

create table session_seen (
    session_id   uuid primary key constraint session_seen_session references sessions on delete cascade,
    last_seen_at timestamptz not null,
    device       text not null default '',
    address      text not null default ''
);
