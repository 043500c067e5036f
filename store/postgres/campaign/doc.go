// Package campaign stores campaigns, their deliveries, and who wants none. It owns campaigns,
// campaign_deliveries, campaign_channels and notification_optouts. A delivery is handed out
// once: by a lease of one node and by statements that skip locked rows. It sends nothing
// itself: the campaign's actor does.
package campaign
