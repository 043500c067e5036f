-- Moving a clock that has been moved already replaces nothing: plans stay.

-- +goose Up
drop trigger clock_moved on clock_offset;
create trigger clock_moved after update on clock_offset for each row
    when ((old.ahead = interval '0') is distinct from (new.ahead = interval '0')) execute function clock_moved();
