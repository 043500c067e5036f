package store

import "errors"

// LimitReached is the cause of a Limited error: the name of the limit, for metrics
// and the log.
type LimitReached string

func (l LimitReached) Error() string { return "limit " + string(l) }

// LimitOf names the limit behind a Limited error: of its cause, else its reason.
func LimitOf(err error) string {
	var limit LimitReached
	if errors.As(err, &limit) {
		return string(limit)
	}
	return AsError(err).ReasonOrCode()
}
