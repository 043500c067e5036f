package main

// idle lists settings that do nothing because another one is not set, a line each.
func (c checked) idle() []string {
	var lines []string
	for _, one := range []struct{ value, name, other, needs string }{
		{c.VAPIDSubject, "VAPID_SUBJECT", c.vapid.PublicKey, "VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY"},
		{c.MailFrom, "MAIL_FROM", c.SMTPURL, "SMTP_URL"},
		{c.TwilioFrom, "TWILIO_FROM", c.TwilioSID, "TWILIO_ACCOUNT_SID"},
		{c.StripeWebhook, "STRIPE_WEBHOOK_SECRET", c.StripeKey, "STRIPE_SECRET_KEY"},
	} {
		if one.value != "" && one.other == "" && (!c.dev || one.name != "VAPID_SUBJECT") { // in dev the keys are made
			lines = append(lines, one.name+" does nothing without "+one.needs)
		}
	}
	return lines
}
