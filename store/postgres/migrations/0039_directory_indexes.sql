-- Fewer indexes on the directory of members: a sign-in and a change of rank wrote into
-- all of them. Without those of what changes often, the row is written anew beside itself.

-- +goose Up
drop index member_directory_rank, member_directory_last_login, member_directory_phone;
alter table member_directory set (fillfactor = 85);
