// Package community says what administrators decide about the community as a whole: its
// name, the address of its help, and who may apply. It knows no database; what the operator
// has set stands above what they decide.
package community
