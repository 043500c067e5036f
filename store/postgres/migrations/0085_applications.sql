-- The membership application. What is personal beyond a name and an address is sealed by
-- a key of the application's own, which itself is sealed by the server's: once the row is
-- gone nobody can open it, in backups neither.

-- +goose Up
create table applications (
    id             uuid primary key, -- 128 random bits
    number         text not null constraint applications_number_once unique,
    status         text not null default 'pending'
                   constraint applications_status_known check (status in ('pending', 'accepted', 'rejected', 'on_hold', 'reapply')),
    stage          smallint not null default 0 constraint applications_stage_known check (stage between 0 and 5),
    expedited      boolean not null default false,
    expedited_at   timestamptz, -- when the fee was paid
    version        integer not null default 1,
    data_key       bytea not null,

    -- Who signs in with the verified e-mail address. Null: a draft of which nothing is
    -- proven, which only the browser that began it can open.
    applicant_id   uuid constraint applications_applicant_once unique
                   constraint applications_applicant references applicants on delete cascade,
    member_id      uuid constraint applications_member references members, -- whom an acceptance made or found
    member_made    boolean not null default false,                         -- made, not found

    email          text not null, -- as entered
    phone          text not null default '',
    full_name      text not null default '',
    sealed_birth   bytea,
    street         text not null default '',
    city           text not null default '',
    state          text not null default '',
    country        text not null default '',
    fan            jsonb,
    answers        jsonb,
    answers_at     timestamptz, -- when their stage was opened first
    sealed_signature bytea,
    signed_at      timestamptz,
    signed_version text not null default '',
    address        text not null default '', -- from which it was signed

    created_at     timestamptz not null default muster_now(),
    updated_at     timestamptz not null default muster_now(),
    submitted_at   timestamptz,
    due_at         timestamptz, -- when the promised time of the review ends; null unless it waits
    reviewed_at    timestamptz,
    reviewed_by    uuid constraint applications_reviewer references members,
    reason         text not null default '',
    constraint applications_submitted_proven check (submitted_at is null or applicant_id is not null)
);
-- The desk's lists: expedited ones first, then the newest.
create index applications_listed on applications (expedited desc, (coalesce(submitted_at, created_at)) desc, id desc) where applicant_id is not null;
create index applications_by_status on applications (status, expedited desc, (coalesce(submitted_at, created_at)) desc, id desc) where submitted_at is not null;
-- What waits for a decision: expedited ones first, then what is due first.
create index applications_waiting on applications (expedited desc, due_at, id) where due_at is not null;
create index applications_submitted on applications (submitted_at) where submitted_at is not null;
-- What two applications may have in common.
create index applications_by_name on applications (full_name) where full_name <> '';
create index applications_by_phone on applications (phone) where phone <> '';
create index applications_by_address on applications (address) where address <> '';
create index applications_incomplete on applications (expedited desc, created_at desc, id desc) where applicant_id is not null and submitted_at is null;
create index applications_drafts on applications (updated_at) where applicant_id is null;
create index applications_of_member on applications (member_id) where member_id is not null;

-- The address that was verified by each channel. A person has one application, so an
-- address stands here once.
create table application_proofs (
    application_id uuid not null constraint application_proofs_application references applications on delete cascade,
    channel        text not null constraint application_proofs_channel check (channel in ('email', 'sms')),
    address        text not null,
    proven_at      timestamptz not null default muster_now(),
    constraint application_proofs_one_each primary key (application_id, channel),
    constraint application_proofs_address_once unique (channel, address)
);

-- Browsers that may open an application: the hash of their cookie.
create table application_browsers (
    token_hash     bytea constraint application_browsers_once primary key
                   constraint application_browsers_is_sha256 check (length(token_hash) = 32),
    application_id uuid not null constraint application_browsers_application references applications on delete cascade,
    created_at     timestamptz not null default muster_now()
);
create index application_browsers_of_application on application_browsers (application_id);

-- Photos. The files lie sealed in the storage of files under the ids of their rows; a row
-- is there before its files, and a job removes them with it.
create table application_photos (
    id             uuid primary key, -- 128 random bits
    application_id uuid not null constraint application_photos_application references applications on delete cascade,
    in_use         boolean not null default false,
    created_at     timestamptz not null default muster_now()
);
create unique index application_photos_one_shown on application_photos (application_id) where in_use;
create index application_photos_of_application on application_photos (application_id);

-- Every decision, the last one too.
create table application_decisions (
    id             bigint generated always as identity primary key,
    application_id uuid not null constraint application_decisions_application references applications on delete cascade,
    before         text not null,
    status         text not null,
    reason         text not null default '',
    decided_by     uuid constraint application_decisions_decider references members,
    decided_at     timestamptz not null,
    submitted_at   timestamptz, -- of what waited for this decision; null when it had been decided before
    due_at         timestamptz, -- by when it was promised
    mailed_at      timestamptz
);
create index application_decisions_of_application on application_decisions (application_id, id);
create index application_decisions_promised on application_decisions (decided_at) where due_at is not null;

-- Which administrators have an application open. A row is as old as the last sign of life.
create table application_claims (
    application_id uuid not null constraint application_claims_application references applications on delete cascade,
    admin_id       uuid not null constraint application_claims_admin references members on delete cascade,
    claimed_at     timestamptz not null,
    seen_at        timestamptz not null,
    constraint application_claims_one_each primary key (application_id, admin_id)
);
