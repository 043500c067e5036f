-- What administrators watch is read from its newest end.

-- +goose Up
create index sessions_newest on sessions (created_at) where kind = 'member';
create index decrypt_views_newest on decrypt_views (last_at);
