-- How long faces are kept is a setting, and the consent names it. Which figures a member
-- read is kept with the consent; its version holds them too, with the engine.

-- +goose Up
alter table face_enrolments
    add column consent_pictures_days  integer, -- 0: as long as the enrolment; null: the client did not say what it showed
    add column consent_enrolment_days integer; -- without a sign-in; 0: until removed
comment on column face_enrolments.consent_version is 'of the sentences, with the engine and the figures in them';
-- The only text so far said 30 days and 12 months, whatever the setting was.
update face_enrolments set consent_pictures_days = 30, consent_enrolment_days = 365 where consent_version = '2026-11';
