-- How many emergency messages nobody has answered is asked again and again by open back
-- offices; the table keeps all messages for ever.

-- +goose Up
create index emergency_messages_unanswered on emergency_messages (priority) where acknowledged_at is null and resolved_at is null;
