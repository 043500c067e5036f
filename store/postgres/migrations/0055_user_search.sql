-- Searching the administrators' table of users finds the few members that a text names
-- by their runs of three characters, instead of reading the whole directory. Arrays and
-- their index belong to every Postgres; the extension for this does not.

-- +goose Up
-- user_trigrams gives the runs of three characters of a folded text. Its cost has plans
-- look into the index instead of finding them anew for each row.
-- +goose StatementBegin
create function user_trigrams(folded text) returns text[] language sql immutable strict parallel safe cost 1000 as $$
    select coalesce(array_agg(distinct substr(folded, i, 3)), '{}') from generate_series(1, length(folded) - 2) i
$$;
-- +goose StatementEnd

create index member_directory_search on member_directory using gin (user_trigrams(search)) with (gin_pending_list_limit = 2048);
analyze member_directory;

-- What keeps the directory finds its row by the index, always: a plan that a connection
-- made while the directory was empty read all of it for each member that was added after.
alter function directory_of_standing() set enable_seqscan = off;
alter function directory_of_points() set enable_seqscan = off;
alter function directory_of_session() set enable_seqscan = off;
