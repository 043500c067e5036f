-- The secrets with which this database was used, and which of them sealed a row. A secret
-- is known by its fingerprint alone, a key derived from it.

-- +goose Up
create table secret_versions (
    version     smallint constraint secret_versions_once primary key constraint secret_versions_positive check (version > 0),
    fingerprint bytea not null constraint secret_versions_fingerprint_once unique,
    since       timestamptz, -- when a node began to seal with it; null: it was only accepted
    retired_at  timestamptz  -- when nothing was left that it had sealed
);

alter table applications add column key_version smallint not null default 1;
alter table decrypt_messages add column key_version smallint not null default 1;
-- The key of an upload's files, sealed; null: it derives from the secret of the version.
alter table uploads add column key_version smallint not null default 1, add column sealed_key bytea;
create index uploads_sealed on uploads (id) where sealed_name is not null;
