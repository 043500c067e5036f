// Package bus is what the nodes of one community announce to each other: the messages, who
// carries them (Bus; store/redis does) and who receives them (Listener; the hub of actors
// does). What it carries are hints. Whatever is lost on the way is found in the logs.
package bus
