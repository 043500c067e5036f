-- Notification campaigns, and what becomes of each recipient's message.

-- +goose Up
-- One node at a time sends a campaign: whoever raised the epoch, until its lease
-- ends by this database's clock. The counts are written with the deliveries.
create table campaigns (
    id                uuid primary key,
    created_by        uuid not null,
    idempotency_key   uuid,
    request_hash      bytea not null,
    name              text not null,
    notification_type text not null constraint campaigns_type_known check (notification_type in ('email', 'sms', 'both')),
    recipient_group   text not null,
    subject           text not null,
    message           text not null,
    status            text not null constraint campaigns_status_known
                      check (status in ('scheduled', 'processing', 'paused', 'cancelled', 'completed', 'failed')),
    error_message     text not null default '',
    total             integer not null default 0,
    sent              integer not null default 0,
    failed            integer not null default 0,
    unknown           integer not null default 0,
    skipped           integer not null default 0,
    epoch             bigint not null default 0,
    lease_until       timestamptz,
    created_at        timestamptz not null,
    send_at           timestamptz not null,
    started_at        timestamptz,
    ended_at          timestamptz,
    constraint campaigns_once unique (created_by, idempotency_key),
    constraint campaigns_add_up check (sent + failed + unknown + skipped <= total)
);
create index campaigns_newest on campaigns (created_at desc, id desc);
create index campaigns_unfinished on campaigns (id) where lease_until is not null or status in ('scheduled', 'processing');

-- A row goes from queued to sending before the call to the provider. One that is
-- found sending by a later epoch may have arrived, and becomes unknown.
create table campaign_deliveries (
    campaign_id uuid not null constraint campaign_deliveries_campaign references campaigns,
    number      integer not null,
    member_id   uuid not null,
    channel     text not null constraint campaign_deliveries_channel_known check (channel in ('email', 'sms')),
    status      text not null default 'queued' constraint campaign_deliveries_status_known
                check (status in ('queued', 'sending', 'sent', 'failed', 'unknown', 'skipped')),
    attempts    integer not null default 0,
    next_at     timestamptz not null,
    error       text not null default '',
    at          timestamptz not null,
    primary key (campaign_id, number),
    constraint campaign_deliveries_once unique (campaign_id, member_id, channel)
);
create index campaign_deliveries_queued on campaign_deliveries (campaign_id, channel, next_at, number) where status = 'queued';
create index campaign_deliveries_sending on campaign_deliveries (campaign_id) where status = 'sending';

-- What all campaigns have sent by a channel: until when the pace is used up, and how
-- much of the day's cap.
create table campaign_channels (
    channel    text primary key,
    paced_until timestamptz not null default '-infinity',
    day        date not null default '-infinity',
    used       integer not null default 0
);
insert into campaign_channels (channel) values ('email'), ('sms');

-- Who wants no campaigns by a channel.
create table notification_optouts (
    member_id uuid not null,
    channel   text not null constraint notification_optouts_channel_known check (channel in ('email', 'sms')),
    at        timestamptz not null default muster_now(),
    primary key (member_id, channel)
);
