-- The server's role may add to the audit log and read it, no more (roles.go). What must
-- go from it nevertheless goes by these functions, which run with their owner's rights.

-- +goose Up
-- How long the audit log is kept: the owner's word. 0 is for ever.
create table audit_retention (
    only_row boolean primary key default true constraint audit_retention_one_row check (only_row),
    kept     interval not null default '0'
);
insert into audit_retention default values;

-- trim_audit deletes at most so many entries that are older than an age, none that is
-- younger than the owner has them kept, and gives how many.
-- +goose StatementBegin
create function trim_audit(age interval, most integer) returns bigint
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    held    interval := (select kept from audit_retention);
    trimmed bigint;
begin
    if held < interval '24 hours' then
        return 0;
    end if;
    perform set_config('muster.trims_audit', 'on', true);
    delete from audit where id in (select id from audit where at < muster_now() - greatest(age, held) order by at limit most);
    get diagnostics trimmed = row_count;
    perform set_config('muster.trims_audit', 'off', true);
    return trimmed;
end $$;
-- +goose StatementEnd

-- erase_traces deletes what stands beside the audit log about a member who was erased:
-- where an administrator's calls came from, the notes on a member, where one had signed in.
-- +goose StatementBegin
create function erase_traces(erased uuid) returns void
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if not exists (select from members where id = erased and erased_at is not null) then
        raise exception 'the member is not erased' using errcode = 'insufficient_privilege';
    end if;
    delete from audit_addresses d using audit a where a.id = d.audit_id and a.actor_id = erased;
    delete from member_notes where member_id = erased;
    update session_seen set device = '', address = '' from sessions s where s.id = session_id and s.person_id = erased;
end $$;
-- +goose StatementEnd

-- lock_session_seen keeps sessions from being noted as seen until the transaction ends: to
-- lock a table one has to have the right to change all of it.
-- +goose StatementBegin
create function lock_session_seen() returns void
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    lock table session_seen in share row exclusive mode;
end $$;
-- +goose StatementEnd

revoke execute on function trim_audit(interval, integer), erase_traces(uuid), lock_session_seen() from public;
