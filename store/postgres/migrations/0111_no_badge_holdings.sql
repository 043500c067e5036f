-- The catalogue of badges reads the profiles that have some, by profiles_with_badges: nobody reads
-- badge_holdings, which each change of a profile's badges still wrote.

-- +goose Up
drop trigger profiles_badges_added on profiles;
drop trigger profiles_badges_changed on profiles;
drop function badges_of_profile();
drop table badge_holdings;
