-- Reports of messages and members, and what members are to be told once.

-- +goose Up
create table reports (
    id           uuid primary key default gen_random_uuid(),
    reporter_id  uuid not null constraint reports_reporter references members,
    subject_id   uuid not null constraint reports_subject references members, -- the message's sender, or the member reported
    message_id   uuid, -- null for a report of a member
    room_id      text,
    reason       text not null constraint reports_reason_known check (reason in ('spam', 'harassment', 'threat', 'sexual', 'other')),
    note         text not null default '',
    created_at   timestamptz not null,
    -- The ruling.
    outcome      text constraint reports_outcome_known check (outcome in ('dismissed', 'warned', 'deleted', 'banned')),
    outcome_note text not null default '',
    closed_at    timestamptz,
    closed_by    uuid, -- null for the operator
    constraint reports_closed_whole check ((outcome is null) = (closed_at is null)),
    constraint reports_of_message check ((message_id is null) = (room_id is null))
);
-- Once a reporter and subject.
create unique index reports_message_once on reports (reporter_id, message_id) where message_id is not null;
create unique index reports_member_once on reports (reporter_id, subject_id) where message_id is null;
create index reports_by_message on reports (message_id) where message_id is not null;
create index reports_open on reports (created_at, id) where outcome is null;
create index reports_closed on reports (created_at, id) where outcome is not null;

-- What a member is told until it is dismissed: no text of anybody's.
create table notices (
    id        uuid primary key default gen_random_uuid(),
    member_id uuid not null constraint notices_member references members,
    kind      text not null constraint notices_kind_known check (kind in ('report_reviewed', 'warned')),
    detail    text not null default '',
    at        timestamptz not null
);
create index notices_of_member on notices (member_id, at);
