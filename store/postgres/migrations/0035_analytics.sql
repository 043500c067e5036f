-- Sums of messages for the back office. Storing a message does not touch them: a
-- node adds new messages up, room by room, and a question counts the rest itself.

-- +goose Up
-- Whose days and which day the sums are of. Whoever adds up locks this row.
create table rollup_state (
    only_row boolean primary key default true constraint rollup_state_one_row check (only_row),
    zone     text not null default '',
    day      date not null default '-infinity'
);
insert into rollup_state default values;

-- The number of the last message of a room that was added up, and how many stand.
create table rollup_rooms (
    room_id  text primary key,
    seq      bigint not null,
    messages bigint not null
);

-- Messages that were deleted and may have been added up before: they are taken off.
create table rollup_deletions (
    id         uuid not null,
    room_id    text not null,
    seq        bigint not null,
    sender_id  uuid not null,
    created_at timestamptz not null
);

-- Standing messages by the quarter of an hour. Every time zone's hours and days begin
-- with one, on days of 23 and 25 hours too.
create table rollup_quarters (
    at       timestamptz primary key,
    messages bigint not null
);

-- The same by day of the community and sender, for the last thirty days.
create table rollup_days (
    day       date not null,
    member_id uuid not null,
    messages  bigint not null,
    primary key (day, member_id)
) with (fillfactor = 80);

-- And by sender: of the state's day, and of the 7 and 30 days that end with it.
create table rollup_members (
    member_id uuid primary key,
    day       bigint not null,
    week      bigint not null,
    month     bigint not null
) with (fillfactor = 80);

-- However a message is deleted, the sums hear of it.
-- +goose StatementBegin
create function rollup_deletion() returns trigger language plpgsql as $$
begin
    insert into rollup_deletions (id, room_id, seq, sender_id, created_at)
    values (old.id, old.room_id, old.seq, old.sender_id, old.created_at);
    return null;
end $$;
-- +goose StatementEnd
create trigger rollup_deletion after update of deleted_at on messages
    for each row when (old.deleted_at is null and new.deleted_at is not null) execute function rollup_deletion();

-- What the other figures count.
create index members_joined on members (created_at, id) where erased_at is null;
create index uploads_made on uploads (created_at, id) where ready_at is not null and deleted_at is null;
