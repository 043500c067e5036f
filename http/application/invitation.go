package application

import (
	"muster/http/body"
	"muster/http/edge"
	"muster/store/application"
)

// invitationsPage is how many invitations administrators are shown at once.
const invitationsPage = 50

// invitations lists the invitations.
func (h *calls) invitations(c edge.Call) (any, error) {
	limit, err := c.QueryNumber("limit", invitationsPage)
	if err != nil {
		return nil, err
	}
	page, next, err := h.Applications.Invitations(c.Context(), limit, c.Query("cursor"))
	if err != nil {
		return nil, err
	}
	reply := body.Invitations{OK: body.Done, Invitations: make([]body.Invitation, 0, len(page)), NextCursor: edge.OrNull(next)}
	var seen []string
	for _, one := range page {
		reply.Invitations = append(reply.Invitations, shownInvitation(one))
		for _, brought := range one.Brought {
			seen = append(seen, brought.Number)
		}
	}
	c.Shown(shownApplications{Applications: seen})
	return reply, nil
}

// invite makes an invitation.
func (h *calls) invite(c edge.Call) (any, error) {
	var request body.CreateInvitation
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	n := application.NewInvitation{Uses: request.Uses, Note: request.Note, Attempt: c.Header("Idempotency-Key")}
	if request.ExpiresAt != nil {
		n.ExpiresAt = *request.ExpiresAt
	}
	made, err := h.Applications.Invite(c.Context(), c.Caller(), n)
	if err != nil {
		return nil, err
	}
	return body.InvitationCreated{OK: body.Done, Invitation: shownInvitation(made)}, nil
}

// endInvitation ends an invitation.
func (h *calls) endInvitation(c edge.Call) (any, error) {
	return body.Done, h.Applications.EndInvitation(c.Context(), c.Caller(), c.Param("id"))
}

// shownInvitation is an invitation as administrators are shown it.
func shownInvitation(i application.Invitation) body.Invitation {
	out := body.Invitation{
		ID: i.ID, Code: i.Code, Uses: i.Uses, Used: i.Used, ExpiresAt: edge.Moment(i.ExpiresAt), EndedAt: edge.Moment(i.EndedAt), Note: i.Note,
		CreatedBy: edge.OrNull(i.CreatedBy), CreatedByName: edge.OrNull(i.Creator), CreatedAt: i.CreatedAt, Brought: make([]body.BroughtApplication, 0, len(i.Brought)),
	}
	for _, b := range i.Brought {
		out.Brought = append(out.Brought, body.BroughtApplication{ApplicationID: b.ID, Number: b.Number, Status: b.Status})
	}
	return out
}
