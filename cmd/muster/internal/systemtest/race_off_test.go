//go:build !race

package systemtest

// raceDetector is whether this test is built with it.
const raceDetector = false
