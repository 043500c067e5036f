-- What a browser was asked to sign with a passkey. Each is answered once.

-- +goose Up
create table passkey_challenges (
    challenge  text primary key,
    purpose    text not null constraint passkey_challenges_purpose check (purpose in ('register', 'prove', 'sign_in')),
    member_id  uuid references members on delete cascade, -- null: of a sign-in
    session    jsonb not null, -- what the answer is checked against
    expires_at timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
