// Package logtest gives tests a log that they can read while others write it.
package logtest
