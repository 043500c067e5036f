-- A member whose erasure fails each time, or takes the whole of a run, kept those waiting whose
-- turn came later: the members whose erasure was tried longest ago come first.

-- +goose Up
-- when a run last began to erase the member; null between erasures
alter table members add column erase_tried timestamptz;
