// Package chat keeps what rooms are and what members arrange around them: rooms and who
// may enter, reports and rulings, whom a member ignores, searching, and what is pushed.
//
// It owns ignored_members, notification settings (room_notifications, push_settings,
// push_subscriptions, push_cursors, push_pauses, push_search), reports, rooms and
// room_access. The messages themselves belong to store/postgres/roomlog, whose functions it
// calls inside its transactions; members to store/postgres/people.
package chat
