// Package demo fills an empty database with a community, so that whoever tries Muster sees
// every part of it alive: members with ranks and profiles, rooms and their talk, reports,
// emergencies, contributions, campaigns, encrypted messages, applications and faces. A crowd
// beside those to sign in as has lived there for a year; Lively has some of it talk. All of
// it goes through the same functions as what members do. It is made once, and never in a
// database that somebody uses.
package demo
