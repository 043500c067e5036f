package rank

// NoteCauses is a query of SearchEarned, which runs after AlongIndexes.
const (
	NoteCauses   = noteCauses
	AlongIndexes = alongIndexes
)
