// Package space measures how much can still be written to a disk.
package space
