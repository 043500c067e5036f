-- What is unread is counted from the indexes alone where the tables' pages have been
-- vacuumed. The indexes are built while others write, so each statement is a
-- transaction of its own and may be run again after it was interrupted.

-- +goose NO TRANSACTION
-- +goose Up
drop index concurrently if exists messages_number;
create unique index concurrently messages_number on messages (room_id, seq) include (sender_id, deleted_at);
alter table messages
    drop constraint messages_number_once,
    add constraint messages_number_once unique using index messages_number;

drop index concurrently if exists message_mentions_unread;
create index concurrently message_mentions_unread on message_mentions (member_id, room_id, seq) include (sender_id, message_id, withdrawn);
drop index concurrently if exists message_mentions_of_member;

-- An index alone answers for pages that were vacuumed; the default waits for a fifth
-- of the table.
alter table messages set (autovacuum_vacuum_insert_scale_factor = 0.02);
alter table message_mentions set (autovacuum_vacuum_insert_scale_factor = 0.02);
