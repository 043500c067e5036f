// Package process runs processes that do not outlive this one where the system
// can see to that.
package process
