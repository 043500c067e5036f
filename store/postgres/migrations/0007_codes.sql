-- One-time codes serve other proofs than sign-in too.

-- +goose Up
alter table login_codes rename to one_time_codes;
alter table one_time_codes add column purpose text not null default 'sign_in';
alter index login_codes_of_subject rename to one_time_codes_of_subject;
alter index login_codes_expired rename to one_time_codes_expired;
alter table one_time_codes rename constraint login_codes_mac_is_sha256 to one_time_codes_mac_is_sha256;

-- Nodes of the previous version write to this view while they are being replaced.
create view login_codes as
    select id, subject, attempt, code_mac, tries, created_at, expires_at, used_at, voided_at
    from one_time_codes where purpose = 'sign_in';
