package postgres

// CallTimeout is how long one call may take.
const CallTimeout = callTimeout

// HistoryPage is the query of History.
const HistoryPage = historyPage
