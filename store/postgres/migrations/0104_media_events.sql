-- The media of a message is described anew: its sender gave it another transcript or other
-- captions.

-- +goose Up
-- Rows from before have the kinds of before, so they are not read again.
alter table room_events
    drop constraint room_events_kind_known,
    add constraint room_events_kind_known check (kind in (
        'message', 'message_deleted', 'message_edited', 'message_preview', 'message_media', 'message_pinned',
        'message_unpinned', 'reaction_added', 'reaction_removed', 'room_changed')) not valid;
