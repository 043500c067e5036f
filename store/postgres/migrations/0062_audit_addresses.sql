-- Where an administrator's call came from, when that was not where the session had been
-- signed in: a stolen session is seen by it.

-- +goose Up
create table audit_addresses (
    audit_id bigint primary key constraint audit_addresses_entry references audit on delete cascade,
    address  text not null
);

-- It stays with its entry, until its administrator is erased.
-- +goose StatementBegin
create function audit_address_stays() returns trigger language plpgsql as $$
begin
    if tg_op = 'DELETE' and not exists (
        select from audit a left join members m on m.id = a.actor_id where a.id = old.audit_id and m.erased_at is null) then
        return old;
    end if;
    raise exception 'the audit log only ever grows' using errcode = 'insufficient_privilege';
end $$;
-- +goose StatementEnd
create trigger audit_address_stays before update or delete on audit_addresses for each row execute function audit_address_stays();
create trigger audit_addresses_never_emptied before truncate on audit_addresses for each statement execute function audit_address_stays();
