-- Who was seen lately stands where it is noted, so a question for ten thousand of them does
-- not look up each session.

-- +goose Up
alter table session_seen add column member_id uuid;
comment on column session_seen.member_id is 'whose session it is; null for an applicant''s';
update session_seen e set member_id = s.person_id from sessions s where s.id = e.session_id and s.kind = 'member';

-- +goose StatementBegin
create function member_of_session_seen() returns trigger language plpgsql set enable_seqscan = off as $$
begin
    select person_id into new.member_id from sessions where id = new.session_id and kind = 'member';
    return new;
end $$;
-- +goose StatementEnd
create trigger session_seen_member before insert on session_seen
    for each row execute function member_of_session_seen();

-- members_seen gives the members who were seen within so long, each once, by the index.
-- +goose StatementBegin
create function members_seen(within interval) returns table (member_id uuid)
    language plpgsql stable rows 1000 set enable_seqscan = off as $$
declare
    since timestamptz := muster_now() - within;
begin
    return query select distinct e.member_id from session_seen e
        where e.seen_in >= date_bin('5 minutes', since, 'epoch') and e.last_seen_at > since and e.member_id is not null;
end $$;
-- +goose StatementEnd
