package application

import (
	"strconv"
	"strings"
	"unicode"

	"muster/http/body"
	"muster/store"
	"muster/store/application"
)

// fieldName is a name as a part of a field's name: letters and digits in lower case,
// joined by underscores.
func fieldName(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), "_")
}

// fields reads the data of a stage. The first field of another type is kept as err.
type fields struct {
	data map[string]any
	err  error
}

func (f *fields) wrong(name, wanted string) {
	if f.err == nil {
		f.err = store.NewErrorf(store.Invalid, "data_malformed", "%s must be "+wanted, name)
	}
}

func (f *fields) text(name string) string {
	switch v := f.data[name].(type) {
	case nil:
		return ""
	case string:
		return v
	}
	f.wrong(name, "text")
	return ""
}

// year is a text or a number.
func (f *fields) year(name string) string {
	if n, ok := f.data[name].(float64); ok {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	return f.text(name)
}

// choice is nil for a question without an answer.
func (f *fields) choice(name string) *bool {
	switch v := f.data[name].(type) {
	case nil:
		return nil
	case bool:
		return &v
	}
	f.wrong(name, "true or false")
	return nil
}

func (f *fields) number(of map[string]any, name string) float64 {
	switch v := of[name].(type) {
	case nil:
		return 0
	case float64:
		return v
	}
	f.wrong(name, "a number")
	return 0
}

// camel writes "why_join" as "whyJoin".
func camel(name string) string {
	parts := strings.Split(name, "_")
	for i, part := range parts[1:] {
		parts[i+1] = strings.ToUpper(part[:1]) + part[1:]
	}
	return strings.Join(parts, "")
}

// readStep reads one stage. It fails with Invalid without a stage and for a field of
// another type.
func (h *calls) readStep(request body.SaveApplication) (application.Step, error) {
	if request.Stage == nil {
		return application.Step{}, application.ErrStageInvalid()
	}
	f := &fields{data: request.Data}
	step := application.Step{Stage: *request.Stage, Moving: request.MoveToNext}
	switch step.Stage {
	case application.Identification:
		step.Person = application.PersonForm{
			Person: application.Person{
				FullName: f.text("fullName"), BirthDate: f.text("dateOfBirth"), Street: f.text("streetAddress"), City: f.text("city"),
				State: f.text("stateProvince"), Country: f.text("country"),
			},
			Email: f.text("email"), Phone: f.text("phone"),
		}
	case application.Background:
		step.Fan = application.FanForm{
			Platform: f.text("discoveryPlatform"), Since: f.year("followingSince"),
			Twitter: f.text("twitterUsername"), Instagram: f.text("instagramUsername"), Snapchat: f.text("snapchatUsername"), TikTok: f.text("tiktokUsername"),
			InFanClub: f.choice("isAfcMember"), InPhotodump: f.choice("isPhotodumpMember"), PhotodumpEmail: f.text("photodumpEmail"),
			HasFanChat: f.choice("hasFanfixChat"), FanChatName: f.text("fanfixUsername"), UsedSite: f.choice("hasUsedDonotenter"),
			PlayedGames: f.choice("hasPlayedDonotenterGames"), SiteEmail: f.text("donotenterEmail"),
			Purchased: f.choice("hasPurchased"), Purchases: f.text("purchaseDetails"),
		}
	case application.Assessment:
		h.readAnswers(f, &step.Answers)
	case application.Agreement, application.Complete:
		step.Signature = f.text("ndaSignature")
		agreed := f.choice("ndaAgreed")
		step.Agreed = agreed != nil && *agreed
	}
	return step, f.err
}

// readAnswers reads stage 3, of which one question may have the creator's name.
func (h *calls) readAnswers(f *fields, to *application.Answers) {
	to.Texts, to.Times = map[string]string{}, map[string]float64{}
	to.TimeSpent = f.number(f.data, "timeSpent")
	times, _ := f.data["questionTimes"].(map[string]any)
	for _, question := range application.Questions {
		names := []string{camel(question)}
		if question == application.MessageToCreator {
			names = h.messageNames(f.data)
		}
		for _, name := range names {
			if to.Texts[question] == "" {
				to.Texts[question] = f.text(name)
			}
			if spent := f.number(times, name); spent != 0 {
				to.Times[question] = spent
			}
		}
	}
}

// messageNames are the names of the message to the creator in data.
func (h *calls) messageNames(data map[string]any) []string {
	names := []string{camel(application.MessageToCreator), application.MessageToCreator}
	own := "messageto" + strings.ReplaceAll(h.creator, "_", "")
	for name := range data {
		if strings.ReplaceAll(fieldName(name), "_", "") == own {
			names = append(names, name)
		}
	}
	return names
}
