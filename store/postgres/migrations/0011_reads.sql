-- How far members have read the rooms, and what they want to be told of them.

-- +goose Up
-- Who becomes a member, or is let into a room, is given a mark at its head.
-- Without a row nothing in the room was read: it is younger than the right to
-- enter it. xid is the transaction that moved the mark, by which other nodes
-- find what is new (store/postgres/unread.go).
create table room_reads (
    member_id uuid not null,
    room_id   text not null,
    seq       bigint not null,
    xid       xid8 not null default pg_current_xact_id(),
    constraint room_reads_once primary key (member_id, room_id)
) with (fillfactor = 70);
create index room_reads_xid on room_reads (xid);

-- Who has no row wants to be told of everything.
create table room_notifications (
    member_id   uuid not null,
    room_id     text not null,
    level       text not null constraint room_notifications_level_known check (level in ('all', 'mentions', 'none')),
    muted_until timestamptz,
    constraint room_notifications_once primary key (member_id, room_id)
);

-- Who may enter every room.
create index member_standing_admins on member_standing (member_id) where is_admin;

-- What was said before marks existed is read.
insert into room_reads (member_id, room_id, seq)
select st.member_id, r.id, h.seq
from member_standing st
cross join rooms r
join room_heads h on h.room_id = r.id
left join room_access a on a.room_id = r.id and a.member_id = st.member_id
where r.deleted_at is null and h.seq > 0 and (r.access_level = 'all' or st.is_admin or a.role is not null);
