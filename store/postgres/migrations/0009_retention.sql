-- What trimming old rows needs: when each send was stored. Rows from before this
-- migration count as stored by it.

-- +goose Up
alter table sends add column at timestamptz not null default muster_now();

-- Rows are stored in the order of their times, so a few bytes a block find the
-- old ones.
create index sends_at on sends using brin (at);
