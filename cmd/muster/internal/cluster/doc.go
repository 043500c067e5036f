// Package cluster runs several nodes on one machine, for trying them: as
// processes of this same program, with the database and the Redis that they
// share and a balancer before them.
package cluster
