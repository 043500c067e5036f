-- An emergency message that is sent again because its answer was lost is the same message.

-- +goose Up
alter table emergency_messages
    add column idempotency_key uuid,
    add constraint emergency_messages_once unique (member_id, idempotency_key);
