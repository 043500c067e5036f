// Package capacity says what a community of some size costs to run. A model of measured
// constants gives the processors, memory, disk and traffic of nodes and Postgres; a plan makes
// machines and prices of them. The tests simulate the layout for more members than one
// database takes. scaling.md says what ends first at which size.
package capacity
