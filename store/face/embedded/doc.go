// Package embedded is the engine of the face checks of the program itself. It
// detects faces, finds their 68 landmarks, aligns the largest one by its eyes, nose and
// mouth, and describes it by 128 numbers. The networks and their weights are those of the
// npm package @vladmandic/face-api 1.7.15; the weights are read from its files.
//
// A picture of 1280 × 720 costs 0.48 s of processor time with its decoding, measured by
// BenchmarkCompare on two busy cores, and 71 MB of garbage; a process that compared 25 of
// them grew by 103 MB. The weights are read in 0.08 s.
//
// The innermost loops are left out by the race detector, which makes them ten times slower:
// one goroutine makes a grid, fills it and reads it.
//
// What it is not good for: it tells strangers apart, not people who look alike, and not a
// person from a photograph of that person. On pictures of young East Asian women it hardly
// tells people apart at all. See the operators' guide.
package embedded
