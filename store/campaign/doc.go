// Package campaign is what administrators send to many: what a campaign may say and to
// whom, its states and its progress, how one delivery ended and what that means, and the
// link that ends mails to a member. Its rows belong to store/postgres/campaign.
package campaign
