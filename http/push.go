package http

import (
	"context"

	"muster/http/body"
	"muster/http/edge"
	"muster/http/gateway"
	"muster/store"
)

// pushKey replies with the key for subscriptions to push.
func (s *Server) pushKey(*call) (any, error) {
	return body.PushKey{OK: body.Done, PublicKey: edge.OrNull(s.config.PushKey)}, nil
}

// subscribe adds a browser of the caller's.
func (s *Server) subscribe(c *call) (any, error) {
	var request body.Subscribe
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	subscription, host, err := store.CheckPushSubscription(request.Endpoint, request.Keys.P256DH, request.Keys.Auth)
	if err != nil {
		return nil, err
	}
	if s.config.PushKey == "" {
		return nil, store.ErrPushOff()
	}
	if !s.publicHost(c.Request.Context(), host) {
		return nil, store.ErrPushEndpoint()
	}
	return body.Done, s.config.Store.AddPushSubscription(c.Request.Context(), c.caller, subscription)
}

func (s *Server) publicHost(ctx context.Context, host string) bool {
	if s.config.PublicHost != nil {
		return s.config.PublicHost(ctx, host)
	}
	return gateway.PublicHost(ctx, host)
}

// unsubscribe removes a browser of the caller's. An endpoint that is missing in the
// body is taken from the query, since some proxies drop the body of a DELETE.
func (s *Server) unsubscribe(c *call) (any, error) {
	var request body.Unsubscribe
	if c.hasBody() {
		if err := s.readJSON(c, &request); err != nil {
			return nil, err
		}
	}
	if request.Endpoint == "" {
		request.Endpoint = c.Query("endpoint")
	}
	if request.Endpoint == "" {
		return nil, store.NewErrorReason(store.Invalid, "push_endpoint", "endpoint is needed")
	}
	return body.Done, s.config.Store.RemovePushSubscription(c.Request.Context(), c.caller.Member.ID, request.Endpoint)
}

// pushSettings replies with the caller's settings.
func (s *Server) pushSettings(c *call) (any, error) {
	settings, err := s.config.Store.PushSettings(c.Request.Context(), c.caller.Member.ID)
	if err != nil {
		return nil, err
	}
	return pushSettingsReply(settings), nil
}

// changePushSettings stores the caller's settings.
func (s *Server) changePushSettings(c *call) (any, error) {
	var request body.PushSettings
	if err := s.readJSON(c, &request); err != nil {
		return nil, err
	}
	settings, err := store.CheckPushSettings(request.QuietFrom, request.QuietTo, request.TimeZone, request.Preview)
	if err != nil {
		return nil, err
	}
	if err := s.config.Store.SetPushSettings(c.Request.Context(), c.caller.Member.ID, settings); err != nil {
		return nil, err
	}
	return pushSettingsReply(settings), nil
}

func pushSettingsReply(s store.PushSettings) body.PushSettingsReply {
	return body.PushSettingsReply{OK: body.Done, PushSettings: body.PushSettings{
		QuietFrom: edge.OrNull(s.QuietFrom), QuietTo: edge.OrNull(s.QuietTo), TimeZone: s.TimeZone, Preview: s.Preview,
	}}
}
