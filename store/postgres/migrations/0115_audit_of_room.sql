-- What administrators did in a room is found by an index, as what they did about a member.
-- The index is built while others write, so each statement is a transaction of its own and
-- may be run again after it was interrupted.

-- +goose NO TRANSACTION
-- +goose Up
drop index concurrently if exists audit_of_room;
create index concurrently audit_of_room on audit ((detail->>'room'), id desc) where detail->>'room' is not null;
