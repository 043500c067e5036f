// Package embedded is the engine of the face checks that runs inside the server. It
// detects faces, finds their 68 landmarks, aligns the largest one by its eyes, nose and
// mouth, and describes it by 128 numbers. The networks and their weights are those of the
// npm package @vladmandic/face-api 1.7.15; the weights are read from its files.
package embedded
