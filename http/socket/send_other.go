//go:build !unix

package socket

import "errors"

// Without calls that never wait every connection is written as a wrapped one.

const canSendNow = false

func sendNow(uintptr, []byte) (int, error) { return 0, errors.ErrUnsupported }
func peekNow(uintptr, []byte) (int, error) { return 0, errors.ErrUnsupported }
func discardNow(uintptr, []byte)           {}
