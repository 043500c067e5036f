//go:build !linux

package faceprocess

// shortSlices leaves the slices as they are: only Linux has them.
func shortSlices() error { return nil }
