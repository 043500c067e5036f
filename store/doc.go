// Package store is the community's dictionary: its words, limits, texts and
// decisions. It does no I/O, keeps no state and takes time as a parameter, so
// that every rule can be read and tested alone. Packages below it
// (store/postgres, store/redis, store/blob) remember; this one decides.
package store
