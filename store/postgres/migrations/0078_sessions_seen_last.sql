-- +goose Up
-- sessions_seen_last gives the sessions that were seen last within so long, the latest
-- first, at most so many: whoever lists a few asked for all of them. seen_in goes with
-- last_seen_at, so the older five minutes are read only where the newer ones are too few.
-- +goose StatementBegin
create function sessions_seen_last(within interval, most bigint) returns table (session_id uuid, last_seen_at timestamptz)
    language plpgsql stable rows 1000 set enable_seqscan = off as $$
declare
    since timestamptz := muster_now() - within;
begin
    return query select e.session_id, e.last_seen_at from session_seen e
        where e.seen_in >= date_bin('5 minutes', since, 'epoch') and e.last_seen_at > since
        order by e.seen_in desc, e.last_seen_at desc limit most;
end $$;
-- +goose StatementEnd
