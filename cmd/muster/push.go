package main

import (
	"strings"

	"muster/http/gateway"
	"muster/store"
)

// vapid is the key pair of push that the settings name.
func (s settings) vapid() (gateway.VAPID, error) {
	switch {
	case s.VAPIDPublic == "" && s.VAPIDPrivate == "":
		return gateway.VAPID{}, nil
	case s.VAPIDPublic == "":
		return gateway.VAPID{}, store.NewError(store.Invalid, "VAPID_PUBLIC_KEY is missing beside VAPID_PRIVATE_KEY")
	case s.VAPIDPrivate == "":
		return gateway.VAPID{}, store.NewError(store.Invalid, "VAPID_PRIVATE_KEY is missing beside VAPID_PUBLIC_KEY")
	}
	return gateway.CheckVAPID(gateway.VAPID{PublicKey: s.VAPIDPublic, PrivateKey: s.VAPIDPrivate, Subject: s.vapidSubject()})
}

// vapidSubject is whom push services write to when something is wrong.
func (s settings) vapidSubject() string {
	switch {
	case s.VAPIDSubject != "":
		return s.VAPIDSubject
	case strings.HasPrefix(s.PublicURL, "https:"):
		return s.PublicURL
	}
	return "mailto:" + s.brand().SupportEmail
}
