-- The audit log is narrowed to one kind of act, and says which there are.

-- +goose Up
create index audit_of_action on audit (action, id desc);
