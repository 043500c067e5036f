-- How many messages stand in a room is known from its head: its numbers without those that
-- no standing message has. An import that writes messages and moves the head needs nothing
-- else; they were counted one by one until they had been added up.

-- +goose Up
alter table room_heads add column other_numbers bigint not null default 0;
comment on column room_heads.other_numbers is 'numbers of events that are no message, and of messages that were deleted';
-- Messages that were removed with their sender, without an event of the room.
create table erased_messages (
    room_id  text not null constraint erased_messages_room references rooms,
    messages bigint not null
);
create index erased_messages_room on erased_messages (room_id);
update room_heads h set other_numbers = h.seq - (select count(*) from messages m where m.room_id = h.room_id and m.deleted_at is null);
