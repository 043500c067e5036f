-- Which profile pictures were stored for sure: a removal that does not find the files
-- of one of these looks for them again.

-- +goose Up
alter table profile_pictures add column shown_at timestamptz;
update profile_pictures set shown_at = created_at where in_use or deleted_at is not null;
