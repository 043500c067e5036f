package application

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"muster/store"
)

// Texts of stage 2.
const (
	AnswerAll        = "PLEASE ANSWER ALL MULTIPLE CHOICE QUESTIONS"
	EmailRequired    = "EMAIL REQUIRED"
	UsernameRequired = "USERNAME REQUIRED"
	DetailsRequired  = "DETAILS REQUIRED"
)

// Platforms are where the creator can be discovered.
var Platforms = []string{"SNAPCHAT", "INSTAGRAM", "YOUNOW", "YOUTUBE", "TIKTOK", "TWITTER", "OTHER"}

// FirstYear is the earliest year since which one can follow.
const FirstYear = 2015

// Fan is stage 2: what an applicant has to do with the creator.
type Fan struct {
	Platform string `json:"platform"`
	Since    int    `json:"since"` // year

	Twitter   string `json:"twitter"`
	Instagram string `json:"instagram"`
	Snapchat  string `json:"snapchat"`
	TikTok    string `json:"tiktok"`

	InFanClub      bool   `json:"inFanClub"`
	InPhotodump    bool   `json:"inPhotodump"`
	PhotodumpEmail string `json:"photodumpEmail"`
	HasFanChat     bool   `json:"hasFanChat"`
	FanChatName    string `json:"fanChatName"`
	UsedSite       bool   `json:"usedSite"`
	PlayedGames    bool   `json:"playedGames"`
	SiteEmail      string `json:"siteEmail"`
	Purchased      bool   `json:"purchased"`
	Purchases      string `json:"purchases"`
}

// FanForm is stage 2 as a browser sends it; nil is a question without an answer.
type FanForm struct {
	Platform, Since                      string
	Twitter, Instagram, Snapchat, TikTok string
	InFanClub, InPhotodump, HasFanChat   *bool
	UsedSite, PlayedGames, Purchased     *bool
	PhotodumpEmail, FanChatName          string
	SiteEmail, Purchases                 string
}

// checkFan gives stage 2 as it is stored. What depends on a question that was answered
// with no is dropped.
func checkFan(f FanForm, now time.Time) (*Fan, error) {
	fan := &Fan{Platform: upper(f.Platform)}
	if !slices.Contains(Platforms, fan.Platform) {
		return nil, broken("discovery_platform", "required", Required)
	}
	var err error
	if fan.Since, err = parseSince(f.Since, now); err != nil {
		return nil, err
	}
	for _, one := range []struct {
		field, raw string
		to         *string
	}{
		{"twitter_username", f.Twitter, &fan.Twitter}, {"instagram_username", f.Instagram, &fan.Instagram},
		{"snapchat_username", f.Snapchat, &fan.Snapchat}, {"tiktok_username", f.TikTok, &fan.TikTok},
	} {
		if *one.to, err = line(one.field, one.raw, false); err != nil {
			return nil, err
		}
	}
	for _, one := range []struct {
		field  string
		answer *bool
		to     *bool
	}{
		{"is_afc_member", f.InFanClub, &fan.InFanClub}, {"is_photodump_member", f.InPhotodump, &fan.InPhotodump},
		{"has_fanfix_chat", f.HasFanChat, &fan.HasFanChat}, {"has_used_donotenter", f.UsedSite, &fan.UsedSite},
		{"has_played_donotenter_games", f.PlayedGames, &fan.PlayedGames}, {"has_purchased", f.Purchased, &fan.Purchased},
	} {
		if one.answer == nil {
			return nil, broken(one.field, "required", AnswerAll)
		}
		*one.to = *one.answer
	}
	return fan, fan.dependent(f)
}

// dependent reads the fields that an answer with yes asks for.
func (fan *Fan) dependent(f FanForm) (err error) {
	if fan.InPhotodump {
		if fan.PhotodumpEmail, err = dependentEmail("photodump_email", f.PhotodumpEmail); err != nil {
			return err
		}
	}
	if fan.HasFanChat {
		if fan.FanChatName, err = line("fanfix_username", f.FanChatName, false); err == nil && fan.FanChatName == "" {
			err = broken("fanfix_username", "required", UsernameRequired)
		}
		if err != nil {
			return err
		}
	}
	if fan.PlayedGames {
		if fan.SiteEmail, err = dependentEmail("donotenter_email", f.SiteEmail); err != nil {
			return err
		}
	}
	if fan.Purchased {
		fan.Purchases = upper(f.Purchases)
		switch {
		case store.Blank(fan.Purchases):
			return broken("purchase_details", "required", DetailsRequired)
		case utf8.RuneCountInString(fan.Purchases) > maxDetails:
			return broken("purchase_details", "too_long", "AT MOST 2000 CHARACTERS")
		}
	}
	return nil
}

func dependentEmail(field, raw string) (string, error) {
	if store.Blank(raw) {
		return "", broken(field, "required", EmailRequired)
	}
	id, err := store.ParseEmail(raw)
	if err != nil {
		return "", broken(field, "invalid", InvalidEmail)
	}
	return id.Address, nil
}

// parseSince reads the year since which an applicant follows: a year, or a date of it.
func parseSince(raw string, now time.Time) (int, error) {
	raw = strings.TrimSpace(raw)
	if year, rest, dated := strings.Cut(raw, "-"); dated {
		if _, err := time.Parse("2006-"+dateForm[5:], year+"-"+first(rest, 5)); err != nil {
			return 0, broken("following_since", "required", Required)
		}
		raw = year
	}
	year, err := strconv.Atoi(raw)
	if err != nil || len(raw) != 4 || year < FirstYear || year > now.Year() {
		return 0, broken("following_since", "required", Required)
	}
	return year, nil
}

// first is at most the first n bytes of a text.
func first(text string, n int) string { return text[:min(len(text), n)] }
