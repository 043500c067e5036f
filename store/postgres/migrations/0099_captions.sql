-- The captions of a video, as WebVTT. They are read with one message and stand in no event.

-- +goose Up
alter table uploads add column captions text not null default '';
