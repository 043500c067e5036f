-- What a search of messages needs. The indexes are built while others write, so
-- each statement is a transaction of its own and may be run again after it was
-- interrupted.

-- +goose NO TRANSACTION
-- +goose Up

-- search_text gives the words of a text in lower case with blanks between them. A
-- character of a script without blanks and a symbol such as an emoji are a word
-- each. Letters beyond ASCII are lower-cased by a collation that can do so
-- whatever the database's own is.
-- +goose StatementBegin
do $do$
declare
    fold text := 'default';
begin
    select collname into fold from pg_collation
    where collname in ('und-x-icu', 'pg_c_utf8', 'C.utf8', 'C.UTF-8') and collencoding in (-1, pg_char_to_encoding('UTF8'))
    order by collname <> 'und-x-icu', collname <> 'pg_c_utf8' limit 1;
    execute format($create$
        create or replace function search_text(body text) returns text language sql immutable parallel safe as $body$
            select case when octet_length(body) = length(body)
            then regexp_replace(lower(body collate "C"), '[[:cntrl:]!-/:-@\[-`{-~]', ' ', 'g') collate "default"
            else regexp_replace(regexp_replace(lower(body collate %I),
                '[\u0001-\u001f!-/:-@\[-`{-~\u007f-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u2000-\u206f\u3000-\u3004\u3008-\u3020\u3030\ufe00-\ufe0f\ufe30-\ufe6f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]',
                ' ', 'g'),
                '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2070-\u2bff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U0001f000-\U0001faff\U00020000-\U0003ffff])',
                ' \1 ', 'g') collate "default"
            end
        $body$
    $create$, coalesce(fold, 'default'));
end $do$;
-- +goose StatementEnd

-- search_document is what the index holds of a message: its words, #room,
-- @sender, +media for what is no text, and +link.
-- +goose StatementBegin
create or replace function search_document(body text, kind text, room_id text, sender_id uuid) returns tsvector
language sql immutable parallel safe as $$
    select array_to_tsvector(array_remove(string_to_array(search_text(coalesce(body, '')), ' '), '')
        || array['#' || room_id, '@' || sender_id::text]
        || case when kind <> 'text' then array['+media'] else '{}' end
        || case when strpos(lower(body collate "C"), 'http://') > 0 or strpos(lower(body collate "C"), 'https://') > 0
                then array['+link'] else '{}' end)
$$;
-- +goose StatementEnd

-- search_upper_seq gives the number of the first message of a room at a time or
-- after it, beyond the last one when there is none. The times in a room never go
-- back, so it halves the range of numbers until one is left.
-- +goose StatementBegin
create or replace function search_upper_seq(in_room text, not_before timestamptz) returns bigint
language plpgsql stable parallel safe as $$
declare
    low  bigint := 0; -- earlier than the time
    high bigint := 1 + coalesce((select seq from messages where room_id = in_room order by seq desc limit 1), 0);
    at   timestamptz;
begin
    while high - low > 1 loop
        select created_at into at from messages
        where room_id = in_room and seq <= (low + high) / 2 order by seq desc limit 1;
        if at is null or at < not_before then
            low := (low + high) / 2;
        else
            high := (low + high) / 2;
        end if;
    end loop;
    return high;
end $$;
-- +goose StatementEnd

-- New entries wait in a list that each search reads whole, so the list is short.
drop index concurrently if exists messages_search;
create index concurrently messages_search on messages
    using gin (search_document(body, kind, room_id, sender_id)) with (fastupdate = on, gin_pending_list_limit = 1024)
    where deleted_at is null;

drop index concurrently if exists messages_created;
create index concurrently messages_created on messages (created_at);
