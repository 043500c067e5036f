package application

import (
	"strconv"

	"muster/http/body"
	"muster/http/edge"
	"muster/store/application"
)

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
	out.PhotoURL, out.PhotoThumbnailURL = edge.OrNull(file), edge.OrNull(thumbnail)
	return out
}

// shown is an application without its links.
func (h *calls) shown(a *application.Application) body.Application {
	out := body.Application{
		ID: a.ID, Number: a.Number, Email: a.Email, Status: string(a.Status), CurrentStage: a.Stage, Expedited: a.Expedited,
		SubmittedAt: edge.Moment(a.SubmittedAt), ReviewedAt: edge.Moment(a.ReviewedAt), RejectionReason: edge.OrNull(a.Reason), CreatedAt: a.CreatedAt, CanEdit: a.CanEdit(),
		FullName: edge.OrNull(a.Person.FullName), Phone: edge.OrNull(a.Phone), DateOfBirth: edge.OrNull(a.Person.BirthDate), AgeVerified: a.Person.BirthDate != "",
		StreetAddress: edge.OrNull(a.Person.Street), City: edge.OrNull(a.Person.City), StateProvince: edge.OrNull(a.Person.State), Country: edge.OrNull(a.Person.Country),
		EmailVerified: a.EmailVerified(), PhoneVerified: a.PhoneVerified(), PhotoUploadedAt: edge.Moment(a.PhotoAt), AssessmentOpenedAt: edge.Moment(a.AnswersAt),
		NDAAgreed: !a.Signature.At.IsZero(), NDASignature: edge.OrNull(a.Signature.Name), NDASignedAt: edge.Moment(a.Signature.At),
		Creator: h.creator,
	}
	if out.Creator == "creator" {
		out.Creator = "" // the field has that name anyway
	}
	if f := a.Fan; f != nil {
		out.DiscoveryPlatform, out.FollowingSince = edge.OrNull(f.Platform), edge.OrNull(strconv.Itoa(f.Since)+"-01-01")
		out.TwitterUsername, out.InstagramUsername, out.SnapchatUsername, out.TikTokUsername = edge.OrNull(f.Twitter), edge.OrNull(f.Instagram), edge.OrNull(f.Snapchat), edge.OrNull(f.TikTok)
		out.IsAFCMember, out.IsPhotodumpMember, out.PhotodumpEmail = &f.InFanClub, &f.InPhotodump, edge.OrNull(f.PhotodumpEmail)
		out.HasFanfixChat, out.FanfixUsername, out.HasUsedDonotenter = &f.HasFanChat, edge.OrNull(f.FanChatName), &f.UsedSite
		out.HasPlayedDonotenterGames, out.DonotenterEmail = &f.PlayedGames, edge.OrNull(f.SiteEmail)
		out.HasPurchased, out.PurchaseDetails = &f.Purchased, edge.OrNull(f.Purchases)
	}
	if a.Answers != nil {
		for question, to := range map[string]**string{
			"why_join": &out.WhyJoin, "what_about_content": &out.WhatAboutContent, "commitment_level": &out.CommitmentLevel,
			"personality_description": &out.PersonalityDescription, "favorite_restaurant": &out.FavoriteRestaurant, "car_details": &out.CarDetails,
			"occupation": &out.Occupation, "special_skills": &out.SpecialSkills, application.MessageToCreator: &out.MessageToCreator,
			"community_experience": &out.CommunityExperience, "romantic_description": &out.RomanticDescription,
		} {
			*to = edge.OrNull(a.Answers.Texts[question])
		}
	}
	return out
}
