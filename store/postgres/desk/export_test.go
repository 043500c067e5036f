package desk

// NewestMessages is the query of RecentMessages.
const NewestMessages = newestMessages
