// Package facetest searches what is stored for what must be sealed there (the pictures,
// the templates and the keys of faces), and has an engine for drawings.
package facetest
