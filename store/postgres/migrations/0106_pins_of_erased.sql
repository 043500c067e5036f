-- Pictures that went with their erased member left their pins, which showed nothing and
-- counted among those that a room may have.

-- +goose Up
delete from room_pins p using messages m where m.id = p.message_id and m.deleted_at is not null;
