package application

import (
	"fmt"
	"html"
	"strings"

	"muster/store"
	"muster/store/people"
)

// Purposes of the one-time codes. A code of one serves for no other.
const (
	ProofCode  people.CodePurpose = "application"        // that an address is the applicant's
	StatusCode people.CodePurpose = "application_status" // that an application may be shown
)

// CodeMail is the mail with a code of an application.
func CodeMail(brand store.Brand, to, code string) store.Mail {
	minutes := int(people.DefaultLoginLimits.CodeLife.Minutes())
	return mail(brand, to, brand.Community+" application code: "+code,
		fmt.Sprintf("Your code for your application to %s is %s", brand.Community, code),
		fmt.Sprintf("It is valid for %d minutes and can be used once.", minutes),
		"If you did not ask for it, ignore this mail.")
}

// CodeSMS is the text message with a code of an application.
func CodeSMS(brand store.Brand, to, code string) store.SMSMessage {
	return store.SMSMessage{To: to, Body: fmt.Sprintf("%s application code: %s (valid %d minutes)",
		brand.Community, code, int(people.DefaultLoginLimits.CodeLife.Minutes()))}
}

// SubmissionMail is the mail that an application arrived; site is where the product is.
func SubmissionMail(brand store.Brand, site, to, number string, expedited bool) store.Mail {
	review := "It is reviewed within 3-7 business days."
	if expedited {
		review = "It is reviewed within 24 hours."
	}
	return mail(brand, to, "Your application to "+brand.Community+" has arrived",
		fmt.Sprintf("Your application to %s has arrived. Its number is %s.", brand.Community, number),
		review+" You are told the decision by e-mail.",
		"Its status: "+site+"/apply/status")
}

// decisionTexts say what a decision means for the applicant.
var decisionTexts = map[Status]string{
	Accepted: "It was accepted. Sign in with this e-mail address or your phone; welcome.",
	Rejected: "It was not accepted.",
	OnHold:   "It is on hold: the review takes longer. You need not do anything.",
	Reapply:  "You are invited to change it and to submit it again.",
}

// DecisionMail is the mail about a decision; site is where the product is.
func DecisionMail(brand store.Brand, site, to, number string, status Status, reason string) store.Mail {
	paragraphs := []string{
		fmt.Sprintf("There is a decision on your application %s to %s.", number, brand.Community),
		decisionTexts[status],
	}
	if reason != "" {
		paragraphs = append(paragraphs, "Feedback: "+reason)
	}
	page := "/apply/status"
	if status == Accepted {
		page = "/login"
	}
	paragraphs = append(paragraphs, site+page)
	return mail(brand, to, "Your application to "+brand.Community, paragraphs...)
}

// mail is a mail of paragraphs.
func mail(brand store.Brand, to, subject string, paragraphs ...string) store.Mail {
	var page strings.Builder
	page.WriteString(`<!doctype html><html lang="en"><body style="font-family:sans-serif">`)
	for _, p := range paragraphs {
		page.WriteString("<p>" + strings.ReplaceAll(html.EscapeString(p), "\n", "<br>") + "</p>")
	}
	page.WriteString("</body></html>")
	return store.Mail{To: to, From: brand.Community, Subject: subject, Text: strings.Join(paragraphs, "\n\n") + "\n", HTML: page.String()}
}
