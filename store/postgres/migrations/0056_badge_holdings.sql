-- The badges that there are, found without reading every profile: one row a badge and
-- member, which the triggers of the profiles keep.

-- +goose Up
create table badge_holdings (
    member_id uuid not null constraint badge_holdings_profile references profiles on delete cascade,
    key       text not null, -- the badge's text in lower case
    shown     boolean not null, -- to everybody: the profile is not private
    tag       jsonb not null,
    constraint badge_holdings_once primary key (member_id, key)
);
create index badge_holdings_first on badge_holdings (key, (tag->>'addedAt')) where shown;

insert into badge_holdings (member_id, key, shown, tag)
select p.member_id, lower(b.tag->>'text'), not p.profile_private, b.tag
from profiles p cross join lateral jsonb_array_elements(p.badge_tags) as b(tag)
where p.badge_tags <> '[]' on conflict do nothing;

-- +goose StatementBegin
create function badges_of_profile() returns trigger language plpgsql as $$
begin
    delete from badge_holdings where member_id = new.member_id;
    insert into badge_holdings (member_id, key, shown, tag)
    select new.member_id, lower(b.tag->>'text'), not new.profile_private, b.tag
    from jsonb_array_elements(new.badge_tags) as b(tag) on conflict do nothing;
    return null;
end $$;
-- +goose StatementEnd
create trigger profiles_badges_added after insert on profiles
    for each row when (new.badge_tags <> '[]') execute function badges_of_profile();
create trigger profiles_badges_changed after update of badge_tags, profile_private on profiles
    for each row when (old.badge_tags is distinct from new.badge_tags or old.profile_private <> new.profile_private)
    execute function badges_of_profile();

analyze badge_holdings;
