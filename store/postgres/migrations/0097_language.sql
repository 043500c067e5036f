-- The language of a member: mails, text messages and push notifications speak it.

-- +goose Up
alter table members add column language text not null default '' check (language ~ '^[A-Za-z0-9-]{0,35}$');
