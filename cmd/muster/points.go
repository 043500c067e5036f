package main

import (
	"time"
	_ "time/tzdata" // a machine may have no time zones of its own

	"muster/store"
	"muster/store/rank"
)

// points are the rules of check-ins that the settings make. It fails with Invalid,
// with a sentence that begins with the setting's name.
func (s settings) points() (rank.PointsRules, error) {
	rules := rank.PointsRules{Curve: rank.CheckInCurve(s.CheckInCurve), Penalty: s.InactivityLoss == "on"}
	switch {
	case rules.Curve != rank.CompoundCurve && rules.Curve != rank.LinearCurve:
		return rules, store.NewError(store.Invalid, "CHECKIN_CURVE must be compound or linear")
	case s.InactivityLoss != "on" && s.InactivityLoss != "off":
		return rules, store.NewError(store.Invalid, "INACTIVITY_PENALTY must be on or off")
	}
	if rules.Zone = s.zone(); rules.Zone == nil {
		return rules, store.NewError(store.Invalid, "COMMUNITY_TIME_ZONE must be a time zone's name, as Europe/Berlin")
	}
	return rules, nil
}

// zone is the community's time zone, nil for a name that is none.
func (s settings) zone() *time.Location {
	zone, err := time.LoadLocation(s.TimeZone)
	if err != nil || s.TimeZone == "Local" {
		return nil
	}
	return zone
}
