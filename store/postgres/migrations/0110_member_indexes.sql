-- What there is of one member is found without reading everybody's: the files it sent, the
-- profiles it looked at and those who ignore it. The indexes are built while others write, so each
-- statement is a transaction of its own and may be run again after it was interrupted.

-- +goose NO TRANSACTION
-- +goose Up
drop index concurrently if exists uploads_of_owner;
create index concurrently uploads_of_owner on uploads (owner_id) where deleted_at is null;
drop index concurrently if exists profile_views_of_viewer;
create index concurrently profile_views_of_viewer on profile_views (viewer_id);
drop index concurrently if exists ignored_members_by_ignored;
create index concurrently ignored_members_by_ignored on ignored_members (ignored_id);
