package application

import (
	"strconv"
	"time"

	"muster/http/body"
	"muster/http/edge"
	"muster/store/application"
)

// orNull is null in JSON for "", else s.
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func moment(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}

// times are how long the answers took, as the browser said.
func times(a *application.Application) (spent *float64, each map[string]float64) {
	each = map[string]float64{}
	if a.Answers != nil {
		spent = &a.Answers.TimeSpent
		if a.Answers.Times != nil {
			each = a.Answers.Times
		}
	}
	return spent, each
}

// own is an application as its applicant is shown it.
func (h *calls) own(c edge.Call, a *application.Application) body.Application {
	out := h.shown(a)
	file, thumbnail := ownPhoto(a)
	out.PhotoURL, out.PhotoThumbnailURL = orNull(file), orNull(thumbnail)
	return out
}

// shown is an application without its links.
func (h *calls) shown(a *application.Application) body.Application {
	out := body.Application{
		ID: a.ID, Number: a.Number, Email: a.Email, Status: string(a.Status), CurrentStage: a.Stage, Expedited: a.Expedited,
		SubmittedAt: moment(a.SubmittedAt), ReviewedAt: moment(a.ReviewedAt), RejectionReason: orNull(a.Reason), CreatedAt: a.CreatedAt, CanEdit: a.CanEdit(),
		FullName: orNull(a.Person.FullName), Phone: orNull(a.Phone), DateOfBirth: orNull(a.Person.BirthDate), AgeVerified: a.Person.BirthDate != "",
		StreetAddress: orNull(a.Person.Street), City: orNull(a.Person.City), StateProvince: orNull(a.Person.State), Country: orNull(a.Person.Country),
		EmailVerified: a.EmailVerified(), PhoneVerified: a.PhoneVerified(), PhotoUploadedAt: moment(a.PhotoAt), AssessmentOpenedAt: moment(a.AnswersAt),
		NDAAgreed: !a.Signature.At.IsZero(), NDASignature: orNull(a.Signature.Name), NDASignedAt: moment(a.Signature.At),
		Creator: h.creator,
	}
	if out.Creator == "creator" {
		out.Creator = "" // the field has that name anyway
	}
	if f := a.Fan; f != nil {
		out.DiscoveryPlatform, out.FollowingSince = orNull(f.Platform), orNull(strconv.Itoa(f.Since)+"-01-01")
		out.TwitterUsername, out.InstagramUsername, out.SnapchatUsername, out.TikTokUsername = orNull(f.Twitter), orNull(f.Instagram), orNull(f.Snapchat), orNull(f.TikTok)
		out.IsAFCMember, out.IsPhotodumpMember, out.PhotodumpEmail = &f.InFanClub, &f.InPhotodump, orNull(f.PhotodumpEmail)
		out.HasFanfixChat, out.FanfixUsername, out.HasUsedDonotenter = &f.HasFanChat, orNull(f.FanChatName), &f.UsedSite
		out.HasPlayedDonotenterGames, out.DonotenterEmail = &f.PlayedGames, orNull(f.SiteEmail)
		out.HasPurchased, out.PurchaseDetails = &f.Purchased, orNull(f.Purchases)
	}
	if a.Answers != nil {
		for question, to := range map[string]**string{
			"why_join": &out.WhyJoin, "what_about_content": &out.WhatAboutContent, "commitment_level": &out.CommitmentLevel,
			"personality_description": &out.PersonalityDescription, "favorite_restaurant": &out.FavoriteRestaurant, "car_details": &out.CarDetails,
			"occupation": &out.Occupation, "special_skills": &out.SpecialSkills, application.MessageToCreator: &out.MessageToCreator,
			"community_experience": &out.CommunityExperience, "romantic_description": &out.RomanticDescription,
		} {
			*to = orNull(a.Answers.Texts[question])
		}
	}
	return out
}
