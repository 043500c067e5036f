package systemtest

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A node with a changed byte in a file of the engine's weights starts, says which file it
// is, and lets nobody in by the face: a member who enrolled is answered 503, however
// often, and gets no session.
func TestChangedFaceWeightsLetNobodyIn_FACE31(t *testing.T) {
	t.Parallel()
	const top = "../../../../"
	whole := top + "client/node_modules/@vladmandic/face-api/model"
	damaged := t.TempDir()
	const changed = "face_recognition_model.bin"
	files, err := os.ReadDir(whole)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(filepath.Join(whole, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if file.Name() == changed {
			raw[len(raw)/2] ^= 1
		}
		if err := os.WriteFile(filepath.Join(damaged, file.Name()), raw, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	photograph, err := os.ReadFile(top + "store/face/testdata/vlado-a.jpg")
	if err != nil {
		t.Fatal(err)
	}
	picture := "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(photograph)

	n := freshNode(t, "FACE_ENGINE=embedded", "FACE_MODEL_DIR="+whole)
	// step signs a member of the demo in who enrolled, up to the face.
	step := func(email string) (*person, string) {
		t.Helper()
		p := n.person()
		var asked struct {
			RequiresFaceVerification bool
			TempToken                string
			Session                  any
		}
		status := p.call("/api/auth/verify", map[string]string{"identifier": email, "code": p.code(email)}, &asked)
		if status != 200 || !asked.RequiresFaceVerification || asked.TempToken == "" || asked.Session != nil {
			t.Fatalf("after the code: %d, %+v", status, asked)
		}
		p.token = asked.TempToken
		return p, asked.TempToken
	}
	verify := func(p *person, token string) (int, map[string]any) {
		t.Helper()
		var reply map[string]any
		status := p.call("/api/face/verify", map[string]string{"imageBase64": picture, "tempToken": token}, &reply)
		return status, reply
	}

	n.start()
	ella, token := step("ella.novak@muster.test")
	if status, reply := verify(ella, token); status != 200 || reply["verified"] != false {
		t.Fatalf("a stranger before the engine as it should be: %d, %v", status, reply)
	}
	n.cmd.Process.Signal(syscall.SIGTERM)
	n.endsWell(30 * time.Second)

	n.env = append(n.env, "FACE_MODEL_DIR="+damaged)
	n.start()
	rosa, token := step("rosa.delgado@muster.test") // ella would have to wait for another code
	for range 4 {
		if status, reply := verify(rosa, token); status != 503 || reply["code"] != "face_unavailable" || reply["verified"] != nil || reply["session"] != nil {
			t.Fatalf("with the changed weights: %d, %v", status, reply)
		}
	}
	// What the engine could not judge is no failed attempt, so the step cannot be left out.
	var reply map[string]any
	if status := rosa.call("/api/face/skip", map[string]string{"skipType": "verification", "skipReason": "failed_attempts"}, &reply); status != 403 {
		t.Errorf("skipped: %d, %v", status, reply)
	}
	log, err := os.ReadFile(n.log.Name())
	if err != nil {
		t.Fatal(err)
	}
	said := false
	for line := range strings.Lines(string(log)) {
		said = said || strings.Contains(line, "face checks cannot work") && strings.Contains(line, changed)
	}
	if !said {
		t.Errorf("the log does not name %s", changed)
	}
}
