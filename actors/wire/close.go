package wire

// CloseCode is a WebSocket close code (RFC 6455 section 7.4); it says to the
// client what to do next.
type CloseCode int

const (
	CloseRestart      CloseCode = 1001 // node is going: reconnect
	CloseProtocol     CloseCode = 1002
	CloseNotUTF8      CloseCode = 1007
	CloseAbuse        CloseCode = 1008 // flooding, or too many sockets of one address
	CloseTooBig       CloseCode = 1009 // frame over MaxFrame
	CloseTryLater     CloseCode = 1013 // node is full: reconnect later
	CloseSessionEnded CloseCode = 4401 // bad token or ended session: do not retry
	CloseBanned       CloseCode = 4403 // banned or chat off: do not retry
	CloseNoJoin       CloseCode = 4408 // neither join_chat nor watch within JoinDeadline
	CloseTooSlow      CloseCode = 4409 // reader too slow: reconnect and resume
)

// MaxFrame is the largest frame a browser may send, in bytes.
const MaxFrame = 16 << 10
