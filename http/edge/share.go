package edge

import (
	"context"
	"time"
)

// Share answers a read of administrators with the answer of the read called name, if that
// began less than age ago, or reads. With age 0 every call reads. It fails with Unavailable
// when the call's time is up first.
func Share[T any](c Call, name string, age time.Duration, read func(context.Context) (T, error)) (T, error) {
	value, err := c.Share(name, age, func(ctx context.Context) (any, error) { return read(ctx) })
	if err != nil {
		var none T
		return none, err
	}
	return value.(T), nil
}
