package node

import (
	"strings"

	"muster/store/application"
	"muster/store/people"
	applications "muster/store/postgres/application"
)

// wireApplications makes the membership applications and registers their jobs.
func (n *Node) wireApplications(c Config) {
	site := ""
	if c.Public != nil {
		site = strings.TrimSuffix(c.Public.String(), "/")
	}
	mail := n.jobs.AddApplications(n.delivery(c), site)
	n.applied = applications.New(n.DB.DB, n.logins, application.NewKeys(c.Secret), people.NewLoginKeys(c.Secret), mail)
	n.applied.FollowIntake(n.community.Intake)
	mail.Serve(n.applied)
	n.DB.Join(n.applied)
	n.jobs.AddApplicationRetention(n.applied, c.Applications.Keep)
}
