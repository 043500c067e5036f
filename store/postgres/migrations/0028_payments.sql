-- Payments through the provider's checkout, what the provider told of them, and
-- what was paid back.

-- +goose Up
alter table contributions
    add column attempt        uuid, -- the caller's Idempotency-Key
    add column session_id     text constraint contributions_session_once unique, -- the provider's checkout
    add column checkout_url   text not null default '',
    add column payment_id     text constraint contributions_payment_once unique, -- the provider's payment
    add column created_at     timestamptz not null default muster_now(),
    add column checked_at     timestamptz, -- when the provider was asked last
    add column refunded_cents bigint not null default 0,
    add column disputed_cents bigint not null default 0,
    add column bonus_points   integer not null default 0, -- of the points ledger, as they stand
    add constraint contributions_taken_back check
        (refunded_cents >= 0 and disputed_cents >= 0 and refunded_cents + disputed_cents <= amount_cents);
update contributions set created_at = at;
create unique index contributions_attempt_once on contributions (member_id, purpose, attempt) where attempt is not null;
create index contributions_pending on contributions (checked_at nulls first) where status = 'pending';
create index contributions_newest on contributions (at desc, id desc);

-- All money that came in and went back. Lines never change; a line that takes
-- something back names the line that it undoes.
create table payment_ledger (
    id              bigint generated always as identity primary key,
    contribution_id uuid not null constraint payment_ledger_contribution references contributions,
    kind            text not null constraint payment_ledger_kind_known check (kind in ('payment', 'refund', 'dispute', 'dispute_won')),
    amount_cents    bigint not null,
    undoes          bigint constraint payment_ledger_undoes references payment_ledger,
    at              timestamptz not null default muster_now(),
    constraint payment_ledger_names_what_it_undoes check ((undoes is null) = (kind = 'payment')),
    constraint payment_ledger_sign check ((amount_cents > 0) = (kind in ('payment', 'dispute_won')) and amount_cents <> 0)
);
create unique index payment_ledger_once on payment_ledger (contribution_id) where kind = 'payment';
create index payment_ledger_of_contribution on payment_ledger (contribution_id);
insert into payment_ledger (contribution_id, kind, amount_cents, at) select id, 'payment', amount_cents, at from contributions where status = 'completed';

alter table server_cost_ledger
    drop constraint server_cost_ledger_kind_known,
    add constraint server_cost_ledger_kind_known
        check (kind in ('accrual', 'adjustment', 'contribution', 'refund', 'dispute', 'dispute_won')),
    add column undoes bigint constraint server_cost_ledger_undoes references server_cost_ledger;
create unique index server_cost_ledger_contribution_once on server_cost_ledger (contribution_id) where kind = 'contribution';
create index server_cost_ledger_of_contribution on server_cost_ledger (contribution_id) where contribution_id is not null;

-- What the provider told, recorded before anything is done about it. No card's
-- data is kept.
create table payment_events (
    id              text primary key,
    type            text not null,
    created_at      timestamptz not null, -- by the provider's clock
    received_at     timestamptz not null default muster_now(),
    handled_at      timestamptz,
    session_id      text,
    payment_id      text,
    contribution_id uuid,   -- as the object's metadata names it
    refunded_cents  bigint, -- paid back so far
    dispute_id      text,
    dispute_cents   bigint,
    dispute_state   text
);
create index payment_events_of_payment on payment_events (payment_id) where payment_id is not null;
create index payment_events_open on payment_events (received_at) where handled_at is null;

-- Refunds that administrators asked for.
create table refunds (
    id              uuid primary key default gen_random_uuid(),
    contribution_id uuid not null constraint refunds_contribution references contributions,
    attempt         uuid,
    amount_cents    bigint not null constraint refunds_amount_positive check (amount_cents > 0),
    state           text not null default 'requested' constraint refunds_state_known check (state in ('requested', 'done', 'refused')),
    requested_by    uuid,
    requested_at    timestamptz not null default muster_now()
);
create unique index refunds_attempt_once on refunds (contribution_id, attempt) where attempt is not null;
create index refunds_of_contribution on refunds (contribution_id, requested_at);
create index refunds_open on refunds (requested_at) where state = 'requested';

-- The sessions of the test checkout of development nodes.
create table test_checkouts (
    id         text primary key,
    attempt    text constraint test_checkouts_once unique, -- Idempotency-Key of the call that made it
    body       jsonb not null,
    created_at timestamptz not null default muster_now()
);
create index test_checkouts_newest on test_checkouts (created_at desc, id desc);
