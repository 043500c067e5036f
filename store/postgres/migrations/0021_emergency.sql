-- Emergency messages to the creator, and how far each has come.

-- +goose Up
create table emergency_messages (
    id               uuid primary key,
    member_id        uuid not null constraint emergency_messages_member references members,
    message          text not null,
    priority         text not null constraint emergency_messages_priority_known check (priority in ('normal', 'high', 'critical')),
    claimed_priority text not null default '',
    sent_at          timestamptz not null,
    handed_over_at   timestamptz,
    acknowledged_at  timestamptz,
    acknowledged_by  uuid,
    escalated_at     timestamptz,
    resolved_at      timestamptz,
    resolved_by      uuid,
    note             text not null default ''
);
create index emergency_messages_of_member on emergency_messages (member_id, sent_at desc);
create index emergency_messages_open on emergency_messages (sent_at desc, id desc);
