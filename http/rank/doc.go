// Package rank has the calls of points, ranks, streaks and badges: members check in and
// read where they stand, administrators give and take. routes.go lists the calls.
//
// No rule of points stands here: store computes them.
package rank
