// Package redis is what the nodes of one community share in passing: the bus
// that carries hints between them, and the members' common chat pace. Nothing
// in it is the truth. Redis may lose, delay, repeat, fall silent or die; then
// the nodes read the log a little later and each keeps its own pace.
//
// Bus implements store.Bus over pub/sub. A queue that drops when it is full
// stands between those who publish and the one goroutine that sends, so nobody
// waits for the network. Another goroutine hears; it proves with a ping of its
// own, sent through Redis to itself every two seconds, that hearing works.
//
// Everything is under one namespace, for pub/sub knows no databases: channels
// NS:site, NS:presence, NS:ping:BOOT and NS:room:ID, which a node hears only
// while the room lives there. A payload is one byte of layout version, eight
// bytes naming the node's start, a number of eight bytes, a kind, a body
// (events.go) and a proof of sixteen bytes (proof.go). What does not prove, and
// every other layout, is dropped and counted. Who may write to this Redis can
// so keep hints from coming, for which the log is asked once a second, and
// change the shared pace within its bounds; it cannot say anything.
package redis
