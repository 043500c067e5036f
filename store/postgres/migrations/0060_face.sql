-- Face checks: whose sign-in asks for one, who enrolled, and what was tried. The engine
-- that compares faces comes later; what administrators set is kept from now on, and what
-- they reset and remove is in these tables.

-- +goose Up
create table face_settings (
    member_id uuid primary key constraint face_settings_member references members on delete cascade,
    required  boolean not null,
    at        timestamptz not null default muster_now()
);

-- The one enrolled face of a member. Its template and the pictures of its checks are
-- sealed by data_key, which itself is sealed by the server's key: once the row is gone
-- nobody can open them, in backups neither.
create table face_enrolments (
    member_id       uuid primary key constraint face_enrolments_member references members on delete cascade,
    engine          text not null, -- that made the template
    template        bytea,         -- null for an engine that keeps none
    data_key        bytea not null,
    confidence      double precision not null, -- that the picture shows a face, 0 to 100
    consent_version text not null,
    consented_at    timestamptz not null,
    enrolled_at     timestamptz not null default muster_now()
);

-- Each picture that was looked at, to enrol or to verify.
create table face_checks (
    id         uuid primary key default gen_random_uuid(),
    member_id  uuid not null constraint face_checks_member references members on delete cascade,
    kind       text not null constraint face_checks_kind check (kind in ('enrollment', 'verification')),
    confidence double precision,
    passed     boolean not null,
    at         timestamptz not null default muster_now()
);
create index face_checks_of_member on face_checks (member_id, at desc);

-- How often a face was not recognised in one sign-in.
create table face_attempts (
    sign_in_id uuid primary key,
    member_id  uuid not null constraint face_attempts_member references members on delete cascade,
    failed     smallint not null default 0 constraint face_attempts_few check (failed between 0 and 3),
    at         timestamptz not null default muster_now()
);
create index face_attempts_of_member on face_attempts (member_id);

-- Each check or enrolment that was left out, and by what right.
create table face_skips (
    id        bigint generated always as identity primary key,
    member_id uuid not null constraint face_skips_member references members on delete cascade,
    kind      text not null constraint face_skips_kind check (kind in ('enrollment', 'verification')),
    reason    text not null,
    at        timestamptz not null default muster_now()
);
create index face_skips_of_member on face_skips (member_id);
