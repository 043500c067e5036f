package postgres

// CallTimeout is how long one call may take.
const CallTimeout = callTimeout
