package store

// AsOf says how far the logs had come when a list was read, in the statement that read
// it. Who shows the list lays what it hears of later numbers over it, so neither the
// order in which answers and events arrive nor a second request matters.
//
// Log is the number of the log that the list follows: the room's head for messages and
// pins, the ledger's last line for the server's cost, the position of the broadcasts for
// what broadcasts change. Site is the head of the site log, whose renames change names
// in any list; 0 for a list without names.
type AsOf struct{ Log, Site int64 }
