// Package desk is what administrators look at: a row of the table of users, the counts of
// the community and what happened lately, each as the back office and the nodes know it.
// It decides nothing. What administrators change belongs to the subject that it changes.
package desk
