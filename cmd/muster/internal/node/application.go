package node

import (
	"muster/store/application"
	"muster/store/people"
	applications "muster/store/postgres/application"
)

// wireApplications makes the membership applications and registers their jobs.
func (n *Node) wireApplications(c Config) {
	mail := n.jobs.AddApplications(n.delivery(c), c.address())
	n.applied = applications.New(n.DB.DB, n.logins, application.NewKeys(c.Secret), people.NewLoginKeys(c.Secret), mail)
	n.applied.FollowIntake(n.community.Intake)
	mail.Serve(n.applied)
	n.DB.Join(n.applied)
	n.jobs.AddApplicationRetention(n.applied, c.Applications.Keep)
}
