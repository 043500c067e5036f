package chat

import (
	"encoding/json"

	"muster/http/body"
	"muster/http/edge"
	"muster/store"
	"muster/store/chat"
)

// pushKey replies with the key for subscriptions to push.
func (h *calls) pushKey(edge.Call) (any, error) {
	return body.PushKey{OK: body.Done, PublicKey: edge.OrNull(h.PushKey)}, nil
}

// subscribe adds a browser of the caller's.
func (h *calls) subscribe(c edge.Call) (any, error) {
	var request body.Subscribe
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	subscription, host, err := chat.CheckPushSubscription(request.Endpoint, request.Keys.P256DH, request.Keys.Auth)
	if err != nil {
		return nil, err
	}
	if h.PushKey == "" {
		return nil, chat.ErrPushOff()
	}
	if !h.PublicHost(c.Context(), host) {
		return nil, chat.ErrPushEndpoint()
	}
	return body.Done, h.Chat.AddPushSubscription(c.Context(), c.Caller(), subscription)
}

// unsubscribe removes a browser of the caller's. An endpoint that is missing in the
// body is taken from the query, since some proxies drop the body of a DELETE.
func (h *calls) unsubscribe(c edge.Call) (any, error) {
	var request body.Unsubscribe
	if c.HasBody() {
		if err := c.ReadJSON(&request); err != nil {
			return nil, err
		}
	}
	if request.Endpoint == "" {
		request.Endpoint = c.Query("endpoint")
	}
	if request.Endpoint == "" {
		return nil, store.NewErrorReason(store.Invalid, "push_endpoint", "endpoint is needed")
	}
	return body.Done, h.Chat.RemovePushSubscription(c.Context(), c.Caller().Member.ID, request.Endpoint)
}

// pushSettings replies with the caller's settings.
func (h *calls) pushSettings(c edge.Call) (any, error) {
	settings, err := h.Chat.PushSettings(c.Context(), c.Caller().Member.ID)
	if err != nil {
		return nil, err
	}
	return pushSettingsReply(settings), nil
}

// changePushSettings changes the caller's settings: those that the body leaves out stay.
func (h *calls) changePushSettings(c edge.Call) (any, error) {
	var request body.ChangePushSettings
	if err := c.ReadJSON(&request); err != nil {
		return nil, err
	}
	if request.Preview == nil {
		return nil, store.NewErrorReason(store.Invalid, "preview_missing", "preview is required")
	}
	// Read once more over the stored settings: what the body leaves out stays, null ends it.
	raw, err := c.RawBody()
	if err != nil {
		return nil, err
	}
	settings, err := h.Chat.ChangePushSettings(c.Context(), c.Caller().Member.ID, func(s chat.PushSettings) (chat.PushSettings, error) {
		request := body.ChangePushSettings{QuietFrom: edge.OrNull(s.QuietFrom), QuietTo: edge.OrNull(s.QuietTo), TimeZone: s.TimeZone}
		if err := json.Unmarshal(raw, &request); err != nil {
			return s, err
		}
		return chat.CheckPushSettings(request.QuietFrom, request.QuietTo, request.TimeZone, *request.Preview)
	})
	if err != nil {
		return nil, err
	}
	return pushSettingsReply(settings), nil
}

func pushSettingsReply(s chat.PushSettings) body.PushSettingsReply {
	return body.PushSettingsReply{OK: body.Done, PushSettings: body.PushSettings{
		QuietFrom: edge.OrNull(s.QuietFrom), QuietTo: edge.OrNull(s.QuietTo), TimeZone: s.TimeZone, Preview: s.Preview,
	}}
}
