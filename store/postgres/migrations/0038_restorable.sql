-- A function that an index computes with finds what it calls by itself: while a dump is
-- restored there is no search path, and the index of messages could not be built.

-- +goose Up
-- +goose StatementBegin
create or replace function search_document(body text, kind text, room_id text, sender_id uuid) returns tsvector
language sql immutable parallel safe
begin atomic
    select array_to_tsvector(array_remove(string_to_array(search_text(coalesce(body, '')), ' '), '')
        || array['#' || room_id, '@' || sender_id::text]
        || case when kind <> 'text' then array['+media'] else '{}' end
        || case when strpos(lower(body collate "C"), 'http://') > 0 or strpos(lower(body collate "C"), 'https://') > 0
                then array['+link'] else '{}' end);
end;
-- +goose StatementEnd
