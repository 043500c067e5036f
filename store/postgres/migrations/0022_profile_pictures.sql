-- Profile pictures. The files lie in the storage of files under the ids of their
-- rows, like uploads.

-- +goose Up
-- A row is there before its files, and goes after them. A member's picture is the
-- one that the profile names; from deleted_at on nobody may open one.
create table profile_pictures (
    id         uuid primary key,
    member_id  uuid not null constraint profile_pictures_member references members,
    created_at timestamptz not null default muster_now(),
    in_use     boolean not null default false,
    deleted_at timestamptz
);
-- What the sweep looks for.
create index profile_pictures_unused on profile_pictures (created_at) where not in_use and deleted_at is null;
create index profile_pictures_deleted on profile_pictures (deleted_at) where deleted_at is not null;

alter table profiles add column picture_id uuid constraint profiles_picture references profile_pictures on delete set null;
create index profiles_picture on profiles (picture_id) where picture_id is not null;
-- picture_url and picture_thumbnail_url, which nothing was ever written to, stay:
-- a node of the build before reads them.
