// Command muster is the whole product in one program: a node that serves the
// community (dev, serve), several of them on one machine (cluster), and the
// operator's commands (migrate, member, load, dashboard). It reads its settings from the environment, plugs the packages
// together and stops them in order.
package main
