package main

import (
	"strings"
	"testing"

	"muster/store"
)

// The days of check-ins are those of the zone that the setting names, UTC without it;
// a name that is no zone is refused by the setting's name.
func TestZoneOfCheckIns_CHK9(t *testing.T) {
	rules := settings{CheckInCurve: "compound", InactivityLoss: "on", TimeZone: "Pacific/Auckland"}
	if got, err := rules.points(); err != nil || got.Zone.String() != "Pacific/Auckland" {
		t.Errorf("%v, %v", got.Zone, err)
	}
	for _, name := range []string{"Local", "Mars/Olympus"} {
		rules.TimeZone = name
		if _, err := rules.points(); store.CodeOf(err) != store.Invalid || !strings.HasPrefix(store.AsError(err).Message, "COMMUNITY_TIME_ZONE ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	read, err := readSettings(nil)
	if err != nil || read.TimeZone != "UTC" {
		t.Errorf("without the setting it is %q, %v", read.TimeZone, err)
	}
}
