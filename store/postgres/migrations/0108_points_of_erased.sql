-- A check-in or a payment that came while its member was erased left a row of sums with its
-- lines, and a checkout that was begun then a name in the books.

-- +goose Up
delete from points_ledger l using members m where m.id = l.member_id and m.erased_at is not null;
delete from member_points a using members m where m.id = a.member_id and m.erased_at is not null;
update contributions c set anonymous = true from members m where m.id = c.member_id and m.erased_at is not null and not c.anonymous;
update server_cost_ledger l set anonymous = true from members m where m.id = l.member_id and m.erased_at is not null and not l.anonymous;

-- Runs of missed days are counted for those without points too.
drop index member_points_idle;
create index member_points_idle on member_points (last_check_in);
