package http

import (
	"context"
	"encoding/base64"
	"fmt"
	"hash/fnv"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	facecalls "muster/http/face"
	"muster/store"
	"muster/store/face"
	faces "muster/store/postgres/face"
)

// fakeEngine knows who is in a picture by the picture's own words: "face ann 1" is one of
// ann, the 1 tells it from her others. "at=94.99" is the confidence when it is compared,
// "near" lies closer to the enrolled one than two pictures do, "print=7" is the
// fingerprint of the face.
type fakeEngine struct {
	id     string
	away   atomic.Bool
	looked atomic.Int32
	// blindTo is a word of pictures in which the engine finds no face.
	blindTo string
}

func (e *fakeEngine) ID() string {
	if e.id != "" {
		return e.id
	}
	return "fake/1"
}

func (e *fakeEngine) Ready(context.Context) error {
	if e.away.Load() {
		return face.ErrUnavailable
	}
	return nil
}

// look reads a picture: who is in it, and a comparison of what its words say.
func (e *fakeEngine) look(p face.Picture) (who string, c face.Comparison, err error) {
	e.looked.Add(1)
	if e.away.Load() {
		return "", c, face.ErrUnavailable
	}
	words := strings.Fields(string(p.JPEG))
	hash := fnv.New64()
	hash.Write(p.JPEG)
	c = face.Comparison{Confidence: 99.2, Distance: 0.38, Quality: face.Quality{Detection: 0.9, EyeDistance: 80, Fingerprint: hash.Sum64()}}
	if len(words) < 3 {
		return "", c, face.ErrNoFace
	}
	for _, word := range words[2:] {
		fmt.Sscanf(word, "at=%f", &c.Confidence)
		fmt.Sscanf(word, "print=%d", &c.Quality.Fingerprint)
		if word == "near" {
			c.Distance = 0.07
		}
		if word == "many" {
			err = face.ErrManyFaces
		}
		if word == e.blindTo {
			err = face.ErrTooBlurred
		}
	}
	return words[1], c, err
}

func (e *fakeEngine) Enrol(_ context.Context, p face.Picture) (face.Enrolment, error) {
	who, c, err := e.look(p)
	return face.Enrolment{Template: []byte(e.ID() + " " + who), Quality: c.Quality}, err
}

func (e *fakeEngine) Compare(ctx context.Context, ref face.Reference, p face.Picture) (face.Comparison, error) {
	who, c, err := e.look(p)
	if string(ref.Template) != e.ID()+" "+who {
		c.Confidence, c.Distance = 12.5, 0.9
	}
	if ref.Template == nil {
		c.Distance = math.NaN()
	}
	return c, err
}

// Read takes any words that begin with "face" for a picture.
func (*fakeEngine) Read(_ context.Context, sent []byte) (face.Picture, error) {
	if !strings.HasPrefix(string(sent), "face") {
		return face.Picture{}, store.NewErrorReason(store.Invalid, "picture_type", "Not a picture")
	}
	return face.Picture{JPEG: sent}, nil
}

const viewerPassword = "open sesame"

// withFaces turns face checks on.
func withFaces(e face.Engine) func(*Config) {
	return func(c *Config) {
		c.Face = facecalls.Config{
			Faces: c.Face.Faces, Engine: face.InTurns(e), Name: "embedded", Media: c.Media, Password: testPassword(), Keep: faces.DefaultKeep,
		}
	}
}

var hashed = face.NewPassword(viewerPassword)

func testPassword() face.Password { return hashed }

// withGate closes chat and emergency messages to sessions in which no face was recognised.
func withGate(c *Config) {
	c.Face.Gate = true
	c.Log.RequireFaces()
}

// faceStep is a browser between the code and the session.
type faceStep struct {
	*visitor
	reply response // to the code
}

// signInTo enters the right code of a member of that username.
func (s *site) signInTo(username string) faceStep {
	s.t.Helper()
	v := s.visitor()
	to := username + "@example.org"
	s.exec(`delete from outbox`)
	s.exec(`delete from login_buckets`)
	v.post("/api/auth/send-verification", fields{"email": to}).want(s.t, 200)
	return faceStep{v, v.post("/api/auth/verify", fields{"identifier": to, "code": v.code(to)}).want(s.t, 200)}
}

// step is the temporary token of the step that the reply asks for.
func (f faceStep) step(t testing.TB, asks string) string {
	t.Helper()
	token, _ := f.reply.body["tempToken"].(string)
	if f.reply.body[asks] != true || token == "" || f.reply.body["session"] != nil {
		t.Fatalf("no %s: %s", asks, f.reply.raw)
	}
	return token
}

// face makes a call of a step, with a picture of these words.
func (f faceStep) face(call, words string) response {
	f.t.Helper()
	token, _ := f.reply.body["tempToken"].(string)
	v := *f.visitor
	v.token = token
	return v.post("/api/face/"+call, fields{
		"imageBase64": "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString([]byte(words)), "tempToken": token,
		"screenResolution": "1440x900", "timezone": "Europe/Berlin", "language": "en",
	})
}

// skip leaves a step out.
func (f faceStep) skip(step, reason string) response {
	f.t.Helper()
	v := *f.visitor
	v.token, _ = f.reply.body["tempToken"].(string)
	return v.post("/api/face/skip", fields{"skipType": step, "skipReason": reason})
}

// session is the token of the session in a reply, and whether a face was recognised.
func (a response) session(t testing.TB) (token string, verified bool) {
	t.Helper()
	session, _ := a.body["session"].(map[string]any)
	token, _ = session["token"].(string)
	if token == "" {
		t.Fatalf("no session: %s", a.raw)
	}
	return token, session["faceVerified"] == true
}

// secret is the installation's.
func (s *site) secret() store.Secret {
	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	s.must(err)
	return secret
}

// files are the stored files by their name.
func (s *site) files() map[string]string {
	s.t.Helper()
	found := map[string]string{}
	s.must(filepath.WalkDir(s.folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		found[path] = string(content)
		return err
	}))
	return found
}

// requireFace has sign-in ask a member for a face.
func (s *site) requireFace(m store.Member) {
	s.t.Helper()
	s.exec(`insert into face_settings (member_id, required) values ($1, true) on conflict (member_id) do update set required = true`, m.ID)
}

// enrolled is a member of that username with an enrolled face, and its open session.
func (s *site) enrolled(username string, admin bool) (store.Member, *visitor) {
	s.t.Helper()
	m := s.member(username, admin)
	s.requireFace(m)
	token, verified := s.signInTo(username).face("enroll", "face "+username+" first").want(s.t, 200).session(s.t)
	if !verified {
		s.t.Fatal("the session after an enrolment is not verified")
	}
	return m, s.with(token)
}

// faceStep opens the step of enrolling a member's face, and gives its token.
func (s *site) faceStep(member string) string {
	token := store.NewToken()
	hash, _ := store.TokenHash(token)
	s.exec(`insert into face_tokens (token_hash, sign_in_id, member_id, step, expires_at) values ($1, gen_random_uuid(), $2, 'enrollment', muster_now() + interval '10 minutes')`, hash, member)
	return token
}

// While face checks are off or away nobody is recognised.
func TestFaceAway_FACE31(t *testing.T) {
	t.Parallel()
	engine := &fakeEngine{}
	s := newSite(t, withFaces(engine))
	s.enrolled("ann", false)
	engine.away.Store(true)
	in := s.signInTo("ann")
	in.step(t, "requiresFaceVerification")
	for range 5 {
		if a := in.face("verify", "face ann 2").want(t, 503); a.body["code"] != "face_unavailable" {
			t.Errorf("%s", a.raw)
		}
	}
	off := newSite(t)
	v, ann, _ := off.signedInMember("ann")
	off.requireFace(ann)
	if off.signInTo("ann").reply.body["session"] == nil {
		t.Error("asked for a face while checks are off")
	}
	v.post("/api/face/start", nil).want(t, 503)
}

// With another engine the template is made anew of the enrolled picture.
func TestAnotherEngine(t *testing.T) {
	t.Parallel()
	engine := &fakeEngine{}
	s := newSite(t, withFaces(engine))
	s.enrolled("ann", false)
	engine.id = "fake/2"
	s.signInTo("ann").face("verify", "face ann 2").want(t, 200).session(t)
	if got := s.text(`select engine from face_enrolments`); got != "fake/2" {
		t.Errorf("the template is of %s", got)
	}
	if _, err := s.FindMember(context.Background(), "ann@example.org"); err != nil {
		t.Error(err)
	}
}

// Another engine finds no face in the enrolled picture: the attempts count, and after them the
// member leaves the step out and enrols anew. Each attempt was given back as if the engine were
// away, so that the member could never sign in again.
func TestEnrolledPictureOfNoUseToAnotherEngine(t *testing.T) {
	t.Parallel()
	engine := &fakeEngine{}
	s := newSite(t, withFaces(engine))
	s.enrolled("ann", false)
	engine.id, engine.blindTo = "fake/2", "first"
	in := s.signInTo("ann")
	in.face("verify", "face ann first again").want(t, 400) // what was sent is at fault too, and counts for nothing
	for i := range face.MostAttempts {
		if a := in.face("verify", fmt.Sprintf("face ann %d", i)).want(t, 200); a.body["verified"] != false || a.body["attemptsLeft"] != float64(face.MostAttempts-1-i) {
			t.Errorf("%s", a.raw)
		}
	}
	token, verified := in.skip("verification", face.SkipAfterFailures).want(t, 200).session(t)
	if verified {
		t.Error("the session after a skip is verified")
	}
	v := s.with(token)
	v.send("DELETE", "/api/face/enrollment", nil).want(t, 200)
	if _, verified := s.signInTo("ann").face("enroll", "face ann second").want(t, 200).session(t); !verified {
		t.Error("the session after an enrolment is not verified")
	}
}
