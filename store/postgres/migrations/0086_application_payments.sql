-- What was paid for an expedited review. The rows outlive the application, as books do:
-- they say then how much was paid in which session and when, and not by whom.

-- +goose Up
create table application_payments (
    id             uuid primary key default gen_random_uuid(),
    application_id uuid constraint application_payments_application references applications on delete set null,
    amount_cents   bigint not null constraint application_payments_positive check (amount_cents > 0),
    status         text not null default 'pending' constraint application_payments_status_known
                   check (status in ('pending', 'completed', 'failed', 'refunded', 'partially_refunded', 'disputed')),
    refunded_cents bigint not null default 0,
    disputed_cents bigint not null default 0,
    session_id     text constraint application_payments_session_once unique, -- the provider's checkout
    checkout_url   text not null default '',
    payment_id     text constraint application_payments_payment_once unique, -- the provider's payment
    created_at     timestamptz not null default muster_now(),
    checked_at     timestamptz, -- when the provider was asked about it last
    paid_at        timestamptz,
    constraint application_payments_taken_back check (refunded_cents >= 0 and disputed_cents >= 0 and refunded_cents + disputed_cents <= amount_cents)
);
create index application_payments_of_application on application_payments (application_id) where application_id is not null;
create index application_payments_pending on application_payments (checked_at nulls first) where status = 'pending';
