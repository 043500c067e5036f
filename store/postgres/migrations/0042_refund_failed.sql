-- Refunds that fail after they were made: the money comes again.

-- +goose Up
alter table payment_events
    add column refund_id    text,    -- of a notice about one refund
    add column failed_cents bigint;  -- what of it was not paid back after all

alter table payment_ledger
    drop constraint payment_ledger_kind_known,
    add constraint payment_ledger_kind_known check (kind in ('payment', 'refund', 'refund_failed', 'dispute', 'dispute_won')),
    drop constraint payment_ledger_sign,
    add constraint payment_ledger_sign check ((amount_cents > 0) = (kind in ('payment', 'refund_failed', 'dispute_won')) and amount_cents <> 0);

alter table server_cost_ledger
    drop constraint server_cost_ledger_kind_known,
    add constraint server_cost_ledger_kind_known
        check (kind in ('accrual', 'adjustment', 'contribution', 'refund', 'refund_failed', 'dispute', 'dispute_won'));
