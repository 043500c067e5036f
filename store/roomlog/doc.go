// Package roomlog is a room and its log: what a room is and who may enter, what may be
// written in it, the events that the log numbers (messages, edits, deletions, reactions,
// pins, previews, words beside media), how a client resumes or reads history, and what is
// unread. Their rows belong to store/postgres/roomlog, the rooms' own to store/postgres/chat.
package roomlog
