-- A member who hears of every message of a room is told of the first one at once and of
-- what follows within half a minute as one.

-- +goose Up
-- Whom a room has told lately: when, and up to which number. A row lives as long as what
-- follows waits; the node that has the lock row of push_search writes them.
create table push_pauses (
    room_id   text not null,
    member_id uuid not null,
    seq       bigint not null,
    at        timestamptz not null,
    constraint push_pauses_once primary key (room_id, member_id)
);
