-- What everybody may be shown and on which no right hangs.

-- +goose Up
-- Rows are only ever added, so a transaction that broadcasts waits for no other.
-- seq orders the values of a subject. Transactions may commit in another order
-- than they took their numbers in, so readers do not go by seq but by xid: they
-- read what no earlier snapshot can have held (store/postgres/broadcast.go).
create table broadcasts (
    seq     bigint generated always as identity constraint broadcasts_number_once primary key,
    xid     xid8 not null default pg_current_xact_id(),
    subject text not null,
    kind    text not null,
    value   jsonb not null,
    at      timestamptz not null
);
create index broadcasts_xid on broadcasts (xid);
create index broadcasts_at on broadcasts (at);
