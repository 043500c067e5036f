//go:build !linux

package faceprocess

// shortenSlices leaves the slices as they are: only Linux has them.
func shortenSlices() {}
