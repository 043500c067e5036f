-- The face checks: the temporary tokens of a sign-in, what is kept of a picture that was
-- looked at, and who may look at the pictures. What is personal is sealed by data_key of
-- face_enrolments, which itself is sealed by the server's key.

-- +goose Up
-- Whether the face of whoever signed in was recognised. False also after a skip.
alter table sessions add column face_verified boolean not null default false;

alter table face_enrolments
    add column check_id    uuid,                         -- whose picture is the enrolled one
    add column key_version smallint not null default 1; -- of the server's key that seals data_key

-- Fingerprints are keyed by the member's key: they say only that a picture came before.
alter table face_checks
    add column engine      text not null default '',
    add column picture     boolean not null default false, -- a sealed picture is stored under the check's id
    add column settled     boolean not null default true,  -- false: the engine has not answered yet
    add column distance    double precision,               -- between the templates, null where there are none
    add column replay      boolean not null default false, -- so like the enrolled picture that it may be the same
    add column bytes_mac   bytea,
    add column face_mac    bytea;
create index face_checks_pictures on face_checks (at) where picture;
create index face_checks_bytes on face_checks (member_id, bytes_mac) where bytes_mac is not null;
create index face_checks_faces on face_checks (member_id, face_mac) where face_mac is not null;

-- The temporary token of a face step. It is deleted when a session is issued for it.
create table face_tokens (
    token_hash     bytea primary key,
    sign_in_id     uuid not null, -- whose attempts count together
    member_id      uuid not null constraint face_tokens_member references members on delete cascade,
    step           text not null constraint face_tokens_step check (step in ('enrollment', 'verification')),
    session_id     uuid,  -- the session that goes on; null: one is opened
    sealed_session bytea, -- its token, sealed by the temporary token
    former_id      uuid,  -- the browser's session before, which ends
    device         text not null default '',
    address        text not null default '',
    expires_at     timestamptz not null
);
create index face_tokens_of_member on face_tokens (member_id);
create index face_tokens_expire on face_tokens (expires_at);

-- What the second password opens to an administrator's session for some minutes.
create table face_grants (
    id           uuid primary key default gen_random_uuid(),
    session_id   uuid not null,
    member_id    uuid not null constraint face_grants_member references members on delete cascade,
    grant_mac    bytea not null,
    password_mac bytea not null, -- of the password that was right, for clients that send it again
    expires_at   timestamptz not null
);
create index face_grants_of_session on face_grants (session_id);
create index face_grants_of_member on face_grants (member_id);
create index face_grants_expire on face_grants (expires_at);

-- A member is told that a face check was left out, and that the pictures were looked at.
alter table notices drop constraint notices_kind_known,
    add constraint notices_kind_known check (kind in ('report_reviewed', 'warned', 'face_skipped', 'face_viewed'));
