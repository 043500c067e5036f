package people

import (
	"context"

	"muster/http/body"
	"muster/http/edge"
	"muster/store"
)

// checkUsername says whether the caller may take a username.
func (h *calls) checkUsername(c edge.Call) (any, error) {
	ctx, id := c.Context(), c.Caller().Member.ID
	if err := h.People.SpendUsernameCheck(ctx, id); err != nil {
		return nil, err
	}
	err := h.People.UsernameFree(ctx, id, c.Param("username"))
	switch store.CodeOf(err) {
	case "":
		return body.UsernameCheck{OK: body.Done, Available: true}, nil
	case store.Invalid, store.Conflict:
		return body.UsernameCheck{OK: body.Done, Reason: c.Sentence(store.AsError(err))}, nil
	}
	return nil, err
}

// setUsername sets the caller's username. A first username and a later change follow
// the same rules.
func (h *calls) setUsername(c edge.Call) (any, error) {
	return h.takeUsername(c, h.People.SetUsername)
}

// changeUsername is setUsername in the words of the rank page, and refuses the name that
// the caller has.
func (h *calls) changeUsername(c edge.Call) (any, error) {
	reply, err := h.takeUsername(c, h.People.ChangeUsername)
	if err != nil {
		return nil, store.ErrorOnRankPage(err)
	}
	return reply, nil
}

func (h *calls) takeUsername(c edge.Call, take func(ctx context.Context, memberID, wanted string) (string, error)) (any, error) {
	var request body.SetUsername
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	name, err := take(c.Context(), c.Caller().Member.ID, request.Username)
	if err != nil {
		return nil, err
	}
	c.SiteChanged()
	return body.UsernameSet{OK: body.Done, Username: name}, nil
}

// usernameEligibility says when the caller may change its username.
func (h *calls) usernameEligibility(c edge.Call) (any, error) {
	e, err := h.People.UsernameEligibility(c.Context(), c.Caller().Member.ID)
	if err != nil {
		return nil, err
	}
	reply := body.UsernameEligibility{OK: body.Done, CanChange: e.CanChange, DaysRemaining: e.DaysRemaining, LockDays: e.LockDays}
	if !e.NextAvailable.IsZero() {
		reply.NextAvailableDate = &e.NextAvailable
	}
	return reply, nil
}
