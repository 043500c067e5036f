-- What still names a member who was erased is found by the member: each minute a week's site log
-- was read for it. The index is built while others write, so each statement is a transaction of
-- its own and may be run again after it was interrupted.

-- +goose NO TRANSACTION
-- +goose Up
drop index concurrently if exists site_events_renamed;
create index concurrently site_events_renamed on site_events ((body ->> 'memberId')) where kind = 'renamed';
