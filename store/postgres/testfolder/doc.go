// Package testfolder makes the folders in which tests keep databases and programs. The next
// test process removes those of one that was killed. Only tests and storetest import it.
package testfolder
