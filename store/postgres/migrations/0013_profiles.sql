-- What members show of themselves, what they contributed, and the server's cost.

-- +goose Up
-- Who has no row shows nothing and is not private.
create table profiles (
    member_id             uuid primary key constraint profiles_member references members,
    public_bio            text not null default '' constraint profiles_bio_length check (char_length(public_bio) <= 500),
    show_rank_public      boolean not null default false,
    profile_private       boolean not null default false,
    skills_tags           jsonb not null default '[]',
    badge_tags            jsonb not null default '[]',
    picture_url           text,
    picture_thumbnail_url text,
    views                 bigint not null default 0,
    updated_at            timestamptz not null default muster_now()
);

-- Who looked at whose profile on which day of the community's zone, so that a
-- viewer counts once a day.
create table profile_views (
    day       date not null,
    member_id uuid not null,
    viewer_id uuid not null,
    constraint profile_views_once primary key (day, member_id, viewer_id)
);

create table contributions (
    id           uuid primary key default gen_random_uuid(),
    member_id    uuid not null constraint contributions_member references members,
    purpose      text not null constraint contributions_purpose_known check (purpose in ('contribution', 'server_cost')),
    amount_cents bigint not null constraint contributions_amount_positive check (amount_cents > 0),
    anonymous    boolean not null default false,
    status       text not null constraint contributions_status_known
                 check (status in ('pending', 'completed', 'failed', 'refunded', 'partially_refunded', 'disputed')),
    at           timestamptz not null default muster_now()
);
create index contributions_of_member on contributions (member_id, at);
create index contributions_marking on contributions (at)
    where not anonymous and status in ('completed', 'partially_refunded');

-- The server's cost. Whoever writes to the ledger locks this row first, so the
-- lines' ids are in the order of their commits.
create table server_cost (
    only_row           boolean primary key default true constraint server_cost_one_row check (only_row),
    monthly_base_cents bigint not null default 0 constraint server_cost_base_range check (monthly_base_cents between 0 and 100000000),
    reset_day          integer not null default 1 constraint server_cost_reset_day_range check (reset_day between 1 and 28),
    next_reset         date -- the first day of the next month of cost; null before the first
);
insert into server_cost default values;

-- The current cost is the sum of the lines. A contribution's line is negative.
create table server_cost_ledger (
    id              bigint generated always as identity primary key,
    kind            text not null constraint server_cost_ledger_kind_known
                    check (kind in ('accrual', 'adjustment', 'contribution', 'refund')),
    amount_cents    bigint not null,
    member_id       uuid,
    anonymous       boolean not null default false,
    contribution_id uuid,
    month           date, -- an accrual's first day
    at              timestamptz not null default muster_now(),
    constraint server_cost_ledger_month check ((month is null) = (kind <> 'accrual')),
    constraint server_cost_ledger_once unique (month)
);
