// Package people is who members are and how they come in: what is asked before a code is
// sent and what a code opens, limits of asking and guessing, what members show of
// themselves (profiles, skills), their notices, what an administrator decides of somebody's
// chat, and what members do with their own data. Their rows belong to store/postgres/people.
package people
