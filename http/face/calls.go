package face

import (
	"time"

	"muster/store/blob"
	"muster/store/face"
	faces "muster/store/postgres/face"
)

// Config is what the calls stand on.
type Config struct {
	Faces    *faces.Faces
	Engine   *face.Turns // of face.Away when it cannot work
	Name     string      // of the engine: "embedded", "rekognition"; "" or "off" for none
	Media    *blob.Storage
	Password face.Password // of the viewer
	Keep     faces.Keep
	Gate     bool // chat and emergency need a recognised face
}

// EngineName is the name of the engine, "off" for none.
func (c Config) EngineName() string {
	if c.Name == "" {
		return "off"
	}
	return c.Name
}

// On says whether sign-in may ask for a face.
func (c Config) On() bool { return c.EngineName() != "off" }

// Consent is what a member agrees to who enrols here.
func (c Config) Consent() face.Consent {
	return face.Consent{Engine: c.EngineName(), PicturesDays: face.DaysOf(c.Keep.Pictures), EnrolmentDays: face.DaysOf(c.Keep.Unused)}
}

// calls are the handlers.
type calls struct{ Config }

// Limits of the calls.
const (
	maxBody      = 3 << 20
	checkTimeout = 20 * time.Second // an engine may take half of it
)
