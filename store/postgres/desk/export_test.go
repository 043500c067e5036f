package desk

import "time"

// NewestMessages is the query of RecentMessages.
const NewestMessages = newestMessages

// AuditEntries is the query of a page of the audit log.
var AuditEntries = auditEntries

// SearchInStretches has a search of the audit log look at so many entries at a time, and
// end after so long.
func (d *Desk) SearchInStretches(length int, ends time.Duration) {
	d.auditStretch, d.auditSearch = length, ends
}
