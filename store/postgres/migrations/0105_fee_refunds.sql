-- Fees of expedited reviews are refunded as contributions are, and administrators list them.

-- +goose Up
alter table refunds
    alter column contribution_id drop not null,
    add column fee_id uuid constraint refunds_fee references application_payments,
    add constraint refunds_of_one_payment check (num_nonnulls(contribution_id, fee_id) = 1) not valid; -- rows from before are of contributions
create unique index refunds_fee_attempt_once on refunds (fee_id, attempt) where attempt is not null;
create index refunds_of_fee on refunds (fee_id, requested_at) where fee_id is not null;
create index application_payments_newest on application_payments (paid_at desc, id desc) where paid_at is not null;
