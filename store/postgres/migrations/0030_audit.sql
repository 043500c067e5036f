-- The audit log names the member whom an entry is about, and only ever grows.

-- +goose Up
-- member_id is null where an entry is about nobody, as that of a room.
alter table audit add column member_id uuid;
update audit a set member_id = m.id from members m where a.subject = m.id::text;

create index audit_of_actor on audit (actor_id, id desc);
create index audit_of_member on audit (member_id, id desc) where member_id is not null;
create index audit_of_subject on audit (subject, id desc);

-- Entries older than a day may be deleted by the statement that trims the log, which
-- says so; nothing else changes or deletes one.
-- +goose StatementBegin
create function audit_only_grows() returns trigger language plpgsql as $$
begin
    if tg_op = 'DELETE' and current_setting('muster.trims_audit', true) = 'on' and old.at < muster_now() - interval '24 hours' then
        return old;
    end if;
    raise exception 'the audit log only ever grows' using errcode = 'insufficient_privilege';
end $$;
-- +goose StatementEnd
create trigger audit_only_grows before update or delete on audit for each row execute function audit_only_grows();
create trigger audit_never_emptied before truncate on audit for each statement execute function audit_only_grows();
