// Package community stores what administrators decide about the community. It owns the
// table community, one row, which every node reads again at least once a second.
package community
