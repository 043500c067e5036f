-- A name that an edit adds is told of, once: its row has the edit's number. A name
-- that an edit takes away keeps its row, withdrawn, so that a later edit that brings
-- it back tells nobody again.

-- +goose Up
alter table message_mentions add column withdrawn boolean not null default false;
