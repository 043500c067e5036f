package people

import (
	"encoding/json"
	"reflect"
	"strings"

	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/language"
	"muster/store/people"
)

// ownProfile replies with the caller's own profile.
func (h *calls) ownProfile(c edge.Call) (any, error) {
	ctx, m := c.Context(), c.Caller().Member
	p, err := h.People.OwnProfile(ctx, m.ID)
	if err != nil {
		return nil, err
	}
	account, err := h.Points.State(ctx, m.ID)
	if err != nil {
		return nil, err
	}
	earned, err := h.Badges.Earned(ctx, m.ID)
	if err != nil {
		return nil, err
	}
	contributed, changed := p.Contributed.Dollars(), m.UpdatedAt
	if p.UpdatedAt.After(changed) {
		changed = p.UpdatedAt
	}
	picture, thumbnail := h.pictureLinks(c, p.Picture)
	return body.Profile{OK: body.Done, Profile: body.OwnProfile{
		UserID: m.ID, Language: string(p.Language), Name: m.Name, Username: edge.OrNull(m.Username), Email: edge.OrNull(m.Email), Phone: edge.OrNull(m.Phone),
		Rank: string(account.Rank()), Points: account.Points, TotalPointsEarned: account.Earned, IsGuardian: account.Guardian, Badges: body.BadgesOf(earned), BadgeTags: body.BadgeTags(p.Badges),
		ProfilePictureURL: picture, ProfilePictureThumbnailURL: thumbnail, ImageURL: picture,
		PublicBio: p.Bio, ShowRankPublic: p.ShowRank, ProfilePrivate: p.Private, SkillsTags: skillTags(p.Skills),
		TotalContributed: contributed, ContributionAmount: contributed, ProfileViewsCount: p.Views,
		CreatedAt: m.CreatedAt, UpdatedAt: changed, MemberSince: m.CreatedAt,
		FaceRecognitionEnabled: h.Faces, FaceRecognitionStatus: body.FaceStatus(m.FaceEnrolled), IsAdmin: m.IsAdmin,
	}}, nil
}

// changeProfile changes what the caller shows of itself and replies with the profile
// as it is now. A field that members do not change themselves is refused, and the
// others with it.
func (h *calls) changeProfile(c edge.Call) (any, error) {
	var request body.ChangeProfile
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	if err := refuseFixedFields(c, request); err != nil {
		return nil, err
	}
	change := people.ProfileChange{Private: request.ProfilePrivate, ShowRank: request.ShowRankPublic, Bio: request.PublicBio}
	if request.SkillsTags != nil {
		skills, err := skillsChange(*request.SkillsTags, request.SkillsBase)
		if err != nil {
			return nil, err
		}
		change.Skills = &skills
	}
	return h.saveProfile(c, change)
}

// changeBio changes the caller's bio and replies with the profile as it is now.
func (h *calls) changeBio(c edge.Call) (any, error) {
	var request body.ChangeBio
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	if request.Bio == nil {
		return nil, store.NewErrorReason(store.Invalid, "bio_missing", "bio is required")
	}
	return h.saveProfile(c, people.ProfileChange{Bio: request.Bio})
}

// setLanguage keeps the language that mails, text messages and push notifications speak to
// the caller. An unknown one is Invalid (language_unknown).
func (h *calls) setLanguage(c edge.Call) (any, error) {
	var request body.SetLanguage
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	tag, err := language.Parse(request.Language)
	if err != nil {
		return nil, err
	}
	ctx, id := c.Context(), c.Caller().Member.ID
	if err := h.People.SpendProfileChange(ctx, id); err != nil {
		return nil, err
	}
	return body.Done, h.People.SetLanguage(ctx, id, tag)
}

func (h *calls) saveProfile(c edge.Call, change people.ProfileChange) (any, error) {
	ctx, id := c.Context(), c.Caller().Member.ID
	if err := h.People.SpendProfileChange(ctx, id); err != nil {
		return nil, err
	}
	broadcasts, err := h.People.ChangeProfile(ctx, id, change)
	if err != nil {
		return nil, err
	}
	h.Hub.Broadcast(broadcasts...)
	return h.ownProfile(c)
}

// refuseFixedFields fails for a body with a field of the profile that the call does
// not change. The body was read.
func refuseFixedFields(c edge.Call, change body.ChangeProfile) error {
	raw, err := c.RawBody()
	if err != nil {
		return err
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(raw, &given); err != nil {
		return err
	}
	for _, field := range jsonNames(change) {
		delete(given, field)
	}
	for _, field := range append(jsonNames(body.OwnProfile{}), "id", "is_creator") {
		if _, there := given[field]; there {
			return people.ErrNotEditable(field)
		}
	}
	return nil
}

// jsonNames are the names of a struct's fields in JSON.
func jsonNames(v any) []string {
	var names []string
	for _, field := range reflect.VisibleFields(reflect.TypeOf(v)) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

// skillsChange reads tags, each a text or an object with one.
func skillsChange(tags []any, base *[]any) (change people.SkillsChange, err error) {
	if change.Texts, err = skillTexts(tags); err == nil && base != nil {
		change.Base, err = skillTexts(*base)
	}
	return change, err
}

func skillTexts(tags []any) ([]string, error) {
	texts := make([]string, len(tags))
	for i, tag := range tags {
		if object, ok := tag.(map[string]any); ok {
			tag = object["text"]
		}
		text, ok := tag.(string)
		if !ok {
			return nil, store.NewErrorReason(store.Invalid, "tag_form", "A tag can only be one visible line of text")
		}
		texts[i] = text
	}
	return texts, nil
}

func skillTags(tags []people.SkillTag) []body.SkillTag {
	all := make([]body.SkillTag, len(tags))
	for i, one := range tags {
		all[i] = body.SkillTag(one)
	}
	return all
}

// welcomed notes that the caller went through its first steps, or left them.
func (h *calls) welcomed(c edge.Call) (any, error) {
	return body.Done, h.People.Welcomed(c.Context(), c.Caller().Member.ID)
}
