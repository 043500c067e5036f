-- What the meter of the server's cost shows after each line, so that nobody adds up all
-- of them to read it. Lines are written under the lock of server_cost, one after the
-- other; a trigger writes the figure, so that a node of the version before writes it too.

-- +goose Up
alter table server_cost_ledger add column meter_cents bigint;

update server_cost_ledger l set meter_cents = w.meter
from (select id, sum(amount_cents) over (order by id)::bigint as meter from server_cost_ledger) w where w.id = l.id;

alter table server_cost_ledger alter column meter_cents set not null;

-- +goose StatementBegin
create function server_cost_meter() returns trigger language plpgsql as $$
begin
    new.meter_cents := new.amount_cents + coalesce((select meter_cents from server_cost_ledger order by id desc limit 1), 0);
    return new;
end $$;
-- +goose StatementEnd

create trigger server_cost_meter before insert on server_cost_ledger for each row execute function server_cost_meter();
