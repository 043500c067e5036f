// Package upload reads the forms in which browsers send files for rooms and for encrypted
// messages: each file with the poster, the duration and the waveform that belong to it.
package upload
