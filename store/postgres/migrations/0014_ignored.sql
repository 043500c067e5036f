-- Whom a member ignores. Only that member ever learns of it.

-- +goose Up
create table ignored_members (
    member_id  uuid not null constraint ignored_members_member references members,
    ignored_id uuid not null constraint ignored_members_ignored references members,
    at         timestamptz not null default muster_now(),
    constraint ignored_members_once primary key (member_id, ignored_id),
    constraint ignored_members_others check (member_id <> ignored_id)
);
