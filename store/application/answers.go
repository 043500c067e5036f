package application

import (
	"math"
	"time"
	"unicode/utf8"

	"muster/store"
)

// Texts and limits of stage 3.
const (
	TakeMoreTime = "PLEASE TAKE MORE TIME ON YOUR ANSWERS"
	MinWords     = 10
	MinTime      = 120 * time.Second
)

// MessageToCreator is the one question whose name in calls depends on the creator's.
const MessageToCreator = "message_to_creator"

// Questions are those of stage 3 by their names, in the order of the form.
var Questions = []string{
	"why_join", "what_about_content", "commitment_level", "personality_description", "favorite_restaurant", "car_details",
	"occupation", "special_skills", MessageToCreator, "community_experience", "romantic_description",
}

// Answers is stage 3. What a browser says of its own time is kept for the reviewer and
// decides nothing.
type Answers struct {
	Texts     map[string]string  `json:"texts"`     // by question
	TimeSpent float64            `json:"timeSpent"` // seconds
	Times     map[string]float64 `json:"times"`     // seconds of focus, by question
}

// maxSeconds bounds what a browser says of its own time.
const maxSeconds = 7 * 24 * 3600

// checkAnswers gives stage 3 as it is stored.
func checkAnswers(f Answers) (*Answers, error) {
	out := &Answers{Texts: make(map[string]string, len(Questions)), TimeSpent: seconds(f.TimeSpent), Times: map[string]float64{}}
	for _, question := range Questions {
		text := upper(f.Texts[question])
		switch words := Words(text); {
		case store.Blank(text):
			return nil, broken(question, "required", Required)
		case words < MinWords:
			return nil, store.NewErrorf(store.Invalid, question+"_too_short", "MINIMUM %d WORDS REQUIRED (CURRENTLY %d)", MinWords, words)
		case utf8.RuneCountInString(text) > maxAnswer:
			return nil, store.NewErrorf(store.Invalid, question+"_too_long", "AT MOST %d CHARACTERS", maxAnswer)
		}
		out.Texts[question] = text
		if spent, said := f.Times[question]; said {
			out.Times[question] = seconds(spent)
		}
	}
	return out, nil
}

// seconds is a claimed duration within bounds.
func seconds(claimed float64) float64 {
	if math.IsNaN(claimed) {
		return 0
	}
	return min(max(claimed, 0), maxSeconds)
}
