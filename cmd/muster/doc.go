// Command muster is the whole product in one program: a node that serves the
// community (dev, serve) and the operator's commands (migrate, member, load
// prepare). It reads its settings from the environment, plugs the packages
// together and stops them in order.
package main
