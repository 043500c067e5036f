-- An erasure that was stopped goes on with the texts that mention its member where it ended: of a
-- member whom others had mentioned very often each run began anew, and none came to the end.

-- +goose Up
-- up to when the texts are done, by search; null between erasures
alter table members add column erase_done jsonb;
