-- Two questions of the back office find their rows by an index, always.

-- +goose Up
-- What administrators did is found among what they only looked at, of which there is far
-- more: the newest activities were read through all views since the last change.
create index audit_activities on audit (id) where action !~ '(_viewed|_exported)$' and action not in ('message_deleted');

-- users_with_trigrams gives members whose text to search contains a folded one, or digits,
-- and at most so many. Where a text that nearly everybody has was looked for, the planner
-- had the trigrams of each row made anew, which took a second.
-- +goose StatementBegin
create function users_with_trigrams(folded text, digits text, most integer) returns table (member_id uuid)
    language plpgsql stable rows 1000 set enable_seqscan = off as $$
begin
    if digits = '' then
        return query select d.member_id from member_directory d
            where user_trigrams(d.search) @> user_trigrams(folded) and strpos(d.search, folded) > 0 limit most;
    else
        return query select d.member_id from member_directory d
            where (user_trigrams(d.search) @> user_trigrams(folded) or user_trigrams(d.search) @> user_trigrams(digits))
              and (strpos(d.search, folded) > 0 or strpos(d.search, digits) > 0) limit most;
    end if;
end $$;
-- +goose StatementEnd
