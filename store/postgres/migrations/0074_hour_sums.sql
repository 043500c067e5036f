-- Who wrote in the last hour, and how much, is added up too: a question read every message
-- of the hour, 60,000 at a thousand a minute.

-- +goose Up
create table rollup_hour (
    member_id uuid primary key,
    messages  bigint not null
) with (fillfactor = 60);
-- From when rollup_hour counts; null: it counts nothing. It holds what the rooms' sums held
-- when they were as the mark says: a node of the version before this one adds up without it.
alter table rollup_state
    add column hour_from timestamptz,
    add column hour_mark text not null default '';
