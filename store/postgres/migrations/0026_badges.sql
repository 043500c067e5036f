-- Who has badges, found without reading every profile.

-- +goose Up
create index profiles_with_badges on profiles (member_id) where badge_tags <> '[]';
