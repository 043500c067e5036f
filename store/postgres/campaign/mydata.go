package campaign

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store"
	"muster/store/postgres"
)

// Tables are the tables of campaigns.
func (*Campaigns) Tables() map[string]string {
	return map[string]string{
		"campaign_channels":    "",
		"campaign_deliveries":  "",
		"campaigns":            "",
		"notification_optouts": "",
	}
}

// Erase forgets what a member does not want, and what failed on the way to it, which may
// name its address.
func (*Campaigns) Erase(ctx context.Context, tx pgx.Tx, m store.Member) error {
	return postgres.EraseRows(ctx, tx, m,
		`delete from notification_optouts where member_id = $1`,
		// By the index of each campaign: there are as many deliveries as members times campaigns.
		`update campaign_deliveries set error = '' where campaign_id = any(array(select id from campaigns)) and member_id = $1 and error <> ''`)
}

// Export gives what a member was sent, and what it does not want.
func (*Campaigns) Export(context.Context, pgx.Tx, store.Member) ([]postgres.ExportFile, error) {
	return []postgres.ExportFile{
		{
			Name: "campaigns.json", About: "notifications that you were sent",
			Query: `select c.subject, d.channel, d.status, d.at from campaign_deliveries d join campaigns c on c.id = d.campaign_id where d.member_id = $1 order by d.at`,
		},
		{
			Name: "campaigns-off.json", About: "notifications that you do not want",
			Query: `select channel, at from notification_optouts where member_id = $1`,
		},
	}, nil
}

// ActivityQuery is none: the audit log has who sent one.
func (*Campaigns) ActivityQuery() string { return "" }

// BackupPart asks whether each campaign counts the deliveries that are over.
func (*Campaigns) BackupPart() postgres.BackupPart {
	return postgres.BackupPart{
		Sound: []string{
			`select format('campaign %s counts %s deliveries that are over, there are %s', c.id, c.sent + c.failed + c.unknown + c.skipped, count(d.number))
		from campaigns c left join campaign_deliveries d on d.campaign_id = c.id and d.status not in ('queued', 'sending')
		group by c.id having count(d.number) <> c.sent + c.failed + c.unknown + c.skipped limit 10`,
		},
	}
}
