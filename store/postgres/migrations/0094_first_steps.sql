-- What administrators decide about the community (null: as the operator has set it), and
-- who has been through the first steps. Whoever is here already is not led through them.

-- +goose Up
create table community (
    one           boolean primary key default true constraint community_one_row check (one),
    name          text,
    support_email text,
    intake        text constraint community_intake check (intake in ('open', 'closed', 'invitation')),
    intake_text   text,
    set_up_at     timestamptz -- when an administrator had been through the first steps
);
insert into community (set_up_at) select min(created_at) from members;

create table welcomes (
    member_id  uuid primary key references members on delete cascade,
    welcome_at timestamptz not null default muster_now()
);
insert into welcomes (member_id, welcome_at) select id, created_at from members;
