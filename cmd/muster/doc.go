// Command muster is the whole product in one program: a node that serves the
// community (dev, serve), several of them on one machine (cluster), and the
// operator's commands (migrate, member, backup, keys, load and others). This package
// reads the command line and the settings; internal/node wires a node from them.
package main
