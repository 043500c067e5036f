-- Badges that members earn: what they have, and what of the rooms counts towards them.

-- +goose Up
create table earned_badges (
    member_id uuid not null constraint earned_badges_member references members,
    badge     text not null,        -- the rule's id
    earned_at timestamptz not null, -- when its cause happened
    given_at  timestamptz not null default muster_now(),
    seen_at   timestamptz,          -- when its member was shown the moment
    shown     boolean,              -- to others, as its member chose; null: as the rule says
    constraint earned_badges_once primary key (member_id, badge)
);
create index earned_badges_holders on earned_badges (badge);

-- What was said and answered in rooms as far as badges count it. It stays when messages
-- and reactions go, so that badges can be computed anew with the same result.
create table badge_causes (
    member_id uuid not null,
    cause     text not null constraint badge_causes_known check (cause in ('message', 'reply', 'helpful')),
    source    uuid not null, -- the message: the member's own, or the answer
    at        timestamptz not null,
    constraint badge_causes_once primary key (member_id, cause, source)
);
create unique index badge_causes_first on badge_causes (member_id, cause) where cause <> 'helpful';

-- How far each room's log was searched. What was there before is counted by the first
-- computation.
create table badge_cursors (
    room_id text constraint badge_cursors_pkey primary key,
    seq     bigint not null
);
insert into badge_cursors (room_id, seq) select room_id, seq from room_heads;

-- One node searches at a time, and one computes all badges anew.
create table badge_search (
    only_row      boolean primary key default true constraint badge_search_one_row check (only_row),
    searched_at   timestamptz not null default muster_now(),
    founded_at    timestamptz,                -- when the first member joined
    rules         integer not null default 0, -- the version by which all badges were computed last
    computed_at   timestamptz,
    claimed_until timestamptz                 -- by the node that computes, on the database's own clock
);
insert into badge_search default values;

-- Who does not want to be shown the moment of a new badge.
create table badge_settings (
    member_id uuid primary key constraint badge_settings_member references members,
    moments   boolean not null
);
