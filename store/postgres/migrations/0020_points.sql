-- Points: a ledger whose lines never change, and what is derived from it.

-- +goose Up
create table points_ledger (
    id        bigint generated always as identity primary key,
    member_id uuid not null constraint points_ledger_member references members,
    action    text not null constraint points_ledger_action_known
              check (action in ('check_in', 'inactivity_penalty', 'admin_adjust', 'contribution_bonus')),
    points    integer not null constraint points_ledger_points_some check (points <> 0),
    at        timestamptz not null default muster_now(),
    -- Of a check-in its day in the community's zone; of a penalty the day of the
    -- check-in before it, with the number of its run of missed days.
    day       date,
    run       integer,
    reason    text,
    actor_id  uuid,
    constraint points_ledger_dated check ((day is null) = (action not in ('check_in', 'inactivity_penalty'))),
    constraint points_ledger_run check ((run is null) = (action <> 'inactivity_penalty'))
);
create index points_ledger_of_member on points_ledger (member_id, id desc);
-- One check-in a day, and one penalty for each run of missed days.
create unique index points_ledger_once on points_ledger (member_id, action, day, coalesce(run, 0)) where day is not null;

-- The sums of the ledger, written with every line of it, and the ranks that are
-- given. Whoever writes a line locks this row first.
create table member_points (
    member_id     uuid primary key constraint member_points_member references members,
    points        integer not null default 0 constraint member_points_positive check (points >= 0),
    earned        integer not null default 0,
    streak        integer not null default 0,
    highest       integer not null default 0,
    freezes       integer not null default 0,
    last_check_in timestamptz,
    penalties     integer not null default 0, -- since the last check-in
    guardian      boolean not null default false,
    honorary_rank text constraint member_points_honorary_known check (honorary_rank in ('Corporal', 'Lieutenant'))
);
create index member_points_idle on member_points (last_check_in) where points > 0;
