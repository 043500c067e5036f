-- A member who signed in with a passkey and is asked for a face has proven the second factor
-- already.

-- +goose Up
alter table face_tokens add column second_factor_at timestamptz; -- null: not proven before the step
