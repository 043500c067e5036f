package application

import (
	"html"
	"strings"

	"muster/store"
	"muster/store/language"
	"muster/store/people"
)

// Purposes of the one-time codes. A code of one serves for no other.
const (
	ProofCode  people.CodePurpose = "application"        // that an address is the applicant's
	StatusCode people.CodePurpose = "application_status" // that an application may be shown
)

var codeMinutes = int(people.DefaultLoginLimits.CodeLife.Minutes())

// CodeMail is the mail with a code of an application, in a language.
func CodeMail(brand store.Brand, tag language.Tag, to, code string) store.Mail {
	return mail(brand, tag, to, tag.Say("application.codeSubject", brand.Community, code),
		tag.Say("application.code", brand.Community, code),
		tag.Say("login.valid", codeMinutes),
		tag.Say("application.ignore"))
}

// CodeSMS is the text message with a code of an application, in a language.
func CodeSMS(brand store.Brand, tag language.Tag, to, code string) store.SMSMessage {
	return store.SMSMessage{To: to, Body: tag.Say("application.codeText", brand.Community, code, codeMinutes)}
}

// SubmissionMail is the mail that an application arrived, in a language; site is where the
// product is.
func SubmissionMail(brand store.Brand, tag language.Tag, site, to, number string, expedited bool) store.Mail {
	review := "application.review"
	if expedited {
		review = "application.expeditedReview"
	}
	return mail(brand, tag, to, tag.Say("application.arrivedSubject", brand.Community),
		tag.Say("application.arrived", brand.Community, number),
		tag.Say(review),
		tag.Say("application.status", site+"/apply/status"))
}

// DecisionMail is the mail about a decision, in a language; site is where the product is.
func DecisionMail(brand store.Brand, tag language.Tag, site, to, number string, status Status, reason string) store.Mail {
	paragraphs := []string{
		tag.Say("application.decision", number, brand.Community),
		tag.Say("application.decided." + string(status)),
	}
	if reason != "" {
		paragraphs = append(paragraphs, tag.Say("application.feedback", reason))
	}
	page := "/apply/status"
	if status == Accepted {
		page = "/login"
	}
	paragraphs = append(paragraphs, site+page)
	return mail(brand, tag, to, tag.Say("application.decisionSubject", brand.Community), paragraphs...)
}

// mail is a mail of paragraphs.
func mail(brand store.Brand, tag language.Tag, to, subject string, paragraphs ...string) store.Mail {
	var page strings.Builder
	page.WriteString(`<!doctype html><html lang="` + string(tag.Spoken()) + `"><body style="font-family:sans-serif">`)
	for _, p := range paragraphs {
		page.WriteString("<p>" + strings.ReplaceAll(html.EscapeString(p), "\n", "<br>") + "</p>")
	}
	page.WriteString("</body></html>")
	return store.Mail{To: to, From: brand.Community, Subject: subject, Text: strings.Join(paragraphs, "\n\n") + "\n", HTML: page.String()}
}
