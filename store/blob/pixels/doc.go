// Package pixels makes decoded pictures upright and smaller. It knows nothing of where
// they come from and where they are kept.
package pixels
