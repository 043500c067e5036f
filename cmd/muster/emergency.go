package main

import (
	"muster/store"
	"muster/store/queue"
)

// emergency is where the settings have emergency messages go. It fails with Invalid,
// with a sentence that begins with the setting's name.
func (s settings) emergency() (queue.EmergencyContacts, error) {
	c := queue.EmergencyContacts{Email: s.CreatorEmail, Phone: s.CreatorPhone, EscalateAfter: s.Escalate}
	if c.Email != "" {
		parsed, err := store.ParseEmail(c.Email)
		if err != nil {
			return c, store.NewError(store.Invalid, "CREATOR_EMAIL is no e-mail address")
		}
		c.Email = parsed.Address
	}
	if c.Phone != "" {
		parsed, err := store.ParsePhone(c.Phone)
		if err != nil {
			return c, store.NewError(store.Invalid, "CREATOR_PHONE is no phone number")
		}
		c.Phone = parsed.Address
	}
	if c.EscalateAfter < 0 {
		return c, store.NewError(store.Invalid, "EMERGENCY_ESCALATE_AFTER must be 0 or more")
	}
	return c, nil
}
