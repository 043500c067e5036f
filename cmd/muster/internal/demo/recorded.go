package demo

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"

	"muster/store/face"
)

// recorded.json holds what the embedded engine says about the demo's drawings, which takes
// it five seconds of a processor. A drawing or an engine that is not in it is judged as any
// picture is, and a test compares all of it with the engine.
//
//go:embed recorded.json
var recordedJSON []byte

// records are what an engine said about drawings.
type records struct {
	Engine      string
	Enrolments  map[string]face.Enrolment  // by the drawing
	Comparisons map[string]face.Comparison // by the drawing enrolled and the one compared with it
}

// readRecords reads recorded.json; there is nothing in one that cannot be read.
func readRecords() (r records) {
	_ = json.Unmarshal(recordedJSON, &r)
	return r
}

// nameOf names a drawing by its bytes.
func nameOf(drawn []byte) string {
	sum := sha256.Sum256(drawn)
	return hex.EncodeToString(sum[:8])
}

// enrol gives what the engine said about a drawing, or has it judge it.
func (r records) enrol(ctx context.Context, engine *face.Turns, one sitting) (face.Enrolment, error) {
	if made, ok := r.Enrolments[nameOf(one.drawn)]; ok && r.Engine == engine.ID() {
		return made, nil
	}
	return engine.Enrol(ctx, one.picture)
}

// compare is the same for a drawing that is compared with one enrolled.
func (r records) compare(ctx context.Context, engine *face.Turns, template []byte, own, one sitting) (face.Comparison, error) {
	if found, ok := r.Comparisons[nameOf(own.drawn)+" "+nameOf(one.drawn)]; ok && r.Engine == engine.ID() {
		return found, nil
	}
	return engine.Compare(ctx, face.Reference{Template: template}, one.picture)
}
