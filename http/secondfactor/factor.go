package secondfactor

import (
	"cmp"
	"encoding/base64"

	"muster/http/body"
	"muster/http/edge"
)

// show lists the caller's factors.
func (h *calls) show(c edge.Call) (any, error) {
	mine, err := h.Factors.Of(c.Context(), c.Caller().Member.ID)
	if err != nil {
		return nil, err
	}
	reply := body.SecondFactors{
		OK: body.Done, Factors: make([]body.SecondFactor, 0, len(mine.Factors)),
		RecoveryCodes: mine.RecoveryCodes, State: string(c.Caller().Session.SecondFactor),
	}
	for _, f := range mine.Factors {
		reply.Factors = append(reply.Factors, body.SecondFactor{ID: f.ID, Kind: string(f.Kind), Name: f.Name, CreatedAt: f.CreatedAt, LastUsedAt: f.LastUsedAt})
	}
	return reply, nil
}

// prove takes a code of the app or a recovery code.
func (h *calls) prove(c edge.Call) (any, error) {
	var request body.SecondFactorCode
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	return body.Done, h.Factors.Prove(c.Context(), c.Caller(), request.Code)
}

// beginApp replies with the secret of an app that counts once it is confirmed.
func (h *calls) beginApp(c edge.Call) (any, error) {
	app, err := h.Factors.BeginApp(c.Context(), c.Caller())
	if err != nil {
		return nil, err
	}
	m := c.Caller().Member
	address, picture, err := app.Enrolment(h.Brand.CurrentBrand(c.Context()).Community, cmp.Or(m.Username, m.Email, m.Phone))
	if err != nil {
		return nil, err
	}
	return body.AppBegun{OK: body.Done, Secret: app.Text(), Address: address, Picture: "data:image/png;base64," + base64.StdEncoding.EncodeToString(picture)}, nil
}

// confirmApp has the app count from now on.
func (h *calls) confirmApp(c edge.Call) (any, error) {
	var request body.SecondFactorCode
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	codes, err := h.Factors.ConfirmApp(c.Context(), c.Caller(), request.Code)
	if err != nil {
		return nil, err
	}
	c.SiteChanged()
	return added(codes), nil
}

// added is the reply to a new factor.
func added(codes []string) body.SecondFactorAdded {
	if codes == nil {
		codes = []string{}
	}
	return body.SecondFactorAdded{OK: body.Done, Codes: codes}
}

// renewCodes replaces the recovery codes.
func (h *calls) renewCodes(c edge.Call) (any, error) {
	codes, err := h.Factors.RenewRecoveryCodes(c.Context(), c.Caller())
	if err != nil {
		return nil, err
	}
	return added(codes), nil
}

// remove removes a factor of the caller.
func (h *calls) remove(c edge.Call) (any, error) {
	if err := h.Factors.Remove(c.Context(), c.Caller(), c.Param("id")); err != nil {
		return nil, err
	}
	c.SiteChanged()
	return body.Done, nil
}
