-- Who is a recent contributor is found by the newest contributions, and by what is left of them:
-- one that is disputed in part counts as well.

-- +goose Up
drop index contributions_marking;
