package main

import (
	"os"
	"testing"
)

// TestMain lets a node of these tests start this binary as the process of its face engine.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == faceEngineCommand {
		main()
	}
	os.Exit(m.Run())
}
