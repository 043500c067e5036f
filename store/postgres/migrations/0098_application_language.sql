-- The language of an applicant, which the mails about the application speak.

-- +goose Up
alter table applications add column language text not null default '' check (language ~ '^[A-Za-z0-9-]{0,35}$');
