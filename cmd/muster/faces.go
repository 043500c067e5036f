// The face checks as the settings make them.

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"

	"muster/cmd/muster/internal/faceprocess"
	"muster/cmd/muster/internal/node"
	"muster/store"
	"muster/store/face"
	"muster/store/face/embedded"
	"muster/store/face/rekognition"
	faces "muster/store/postgres/face"
)

// faceEngines are the engines that FACE_ENGINE may name.
var faceEngines = []string{"embedded", "rekognition", "off"}

// devFacePassword opens the face viewer of a dev node, which prints it at its start.
const devFacePassword = "muster"

// openFaceEngine opens the engine of a name; models is where the embedded one's weights
// lie, "" for the usual place. end gives back what it holds.
func openFaceEngine(name, models string, log *slog.Logger) (engine face.Engine, end func(), err error) {
	if name == "rekognition" {
		engine, err := rekognition.Open(context.Background())
		return engine, func() {}, err
	}
	program, err := os.Executable()
	if err != nil {
		return nil, nil, err
	}
	apart := faceprocess.Start(program, []string{faceEngineCommand, embedded.Dir(models)}, log)
	return apart, apart.Close, nil
}

// faceEngineCommand is the command of the embedded engine's process. The help does not list
// it, since no person calls it.
const faceEngineCommand = "face-engine"

// aboutFaceEngine is said to a person who does.
const aboutFaceEngine = "face-engine is the process that compares faces; a node starts and ends it itself, with FACE_ENGINE=embedded"

// faceEngine answers a node's calls with the embedded engine until the node ends them.
func (p program) faceEngine(args []string) error {
	if len(args) != 1 || strings.HasPrefix(args[0], "-") {
		return fmt.Errorf("%s; %w", aboutFaceEngine, errUsage)
	}
	engine, _ := embedded.Open(args[0]) // the node asks whether it is ready
	out, ok := p.out.(io.WriteCloser)
	if !ok {
		return errors.New("face-engine: the output is no pipe")
	}
	return faceprocess.Serve(engine, p.in, out)
}

// defaultFaceEngine is FACE_ENGINE when it is not set.
func defaultFaceEngine(dev bool) string {
	if dev {
		return "embedded"
	}
	return "off"
}

// badFaces lists what no node can work with.
func (s settings) badFaces() []string {
	var lines []string
	if !slices.Contains(faceEngines, s.FaceEngine) {
		lines = append(lines, "FACE_ENGINE must be embedded, rekognition or off")
	}
	switch {
	case s.FaceGate != "on" && s.FaceGate != "off":
		lines = append(lines, "FACE_GATE must be on or off")
	case s.FaceGate == "on" && s.FaceEngine == "off":
		lines = append(lines, "FACE_GATE must be off while FACE_ENGINE is: nobody could chat")
	}
	if s.FaceKeep < 0 {
		lines = append(lines, "FACE_KEEP must not be negative")
	}
	if s.FacePassword != "" {
		if _, err := face.ParsePassword(s.FacePassword); err != nil {
			lines = append(lines, "FACE_ADMIN_PASSWORD_HASH cannot be read: "+store.AsError(err).Message)
		}
	}
	return lines
}

// faces is what the settings make of the face checks. An engine that cannot be opened
// stops no node: it refuses every picture. end ends the engine.
func (c checked) faces(log *slog.Logger) (out node.Face, end func()) {
	out = node.Face{
		Name: c.FaceEngine, Gate: c.FaceGate == "on",
		Keep: faces.Keep{Pictures: c.FaceKeep, Unused: faces.DefaultKeep.Unused},
	}
	if c.FacePassword != "" {
		out.Password, _ = face.ParsePassword(c.FacePassword) // badFaces has read it
	} else if c.dev {
		out.Password = face.NewPassword(devFacePassword)
	}
	if c.FaceEngine == "off" {
		return out, func() {}
	}
	engine, end, err := openFaceEngine(c.FaceEngine, c.FaceModels, log)
	if err != nil {
		engine, end = face.Away(err), func() {}
	}
	out.Engine = face.InTurns(engine)
	return out, end
}
