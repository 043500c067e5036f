// Command vet runs go vet's analyzers on the packages of this module and their tests, in one
// process. go vet starts one for each of a thousand libraries too, to note which of their
// functions print by a format or never return: 109 CPU-seconds on two cores, here 26. Those
// of the standard library are known without; the night's tests run go vet itself.
package main
