-- Invitations to apply. The code is shown to administrators as often as they look and
-- opens nothing but the form, so it is stored as it is.

-- +goose Up
create table application_invitations (
    id         uuid primary key default gen_random_uuid(),
    code       text not null constraint application_invitations_code_once unique,
    uses       integer not null constraint application_invitations_uses check (uses between 1 and 1000),
    used       integer not null default 0 constraint application_invitations_used check (used between 0 and uses),
    expires_at timestamptz, -- null: never
    ended_at   timestamptz, -- by an administrator
    note       text not null default '',
    created_by uuid constraint application_invitations_creator references members,
    created_at timestamptz not null default muster_now()
);

-- By which invitation an application was begun.
alter table applications
    add column invitation_id uuid constraint applications_invitation references application_invitations on delete set null;
create index applications_of_invitation on applications (invitation_id) where invitation_id is not null;
