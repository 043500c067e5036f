// The harness of this package's tests: the real router on a real database, and a
// log that tests can read.

package http

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"muster/actors"
	"muster/client"
	facecalls "muster/http/face"
	"muster/http/gateway"
	"muster/store"
	"muster/store/application"
	"muster/store/blob"
	"muster/store/campaign"
	"muster/store/chat"
	"muster/store/community"
	"muster/store/desk"
	"muster/store/encrypted"
	"muster/store/face"
	"muster/store/logtest"
	"muster/store/money"
	"muster/store/people"
	"muster/store/postgres"
	applications "muster/store/postgres/application"
	campaigns "muster/store/postgres/campaign"
	chats "muster/store/postgres/chat"
	communities "muster/store/postgres/community"
	desks "muster/store/postgres/desk"
	messages "muster/store/postgres/encrypted"
	faces "muster/store/postgres/face"
	payments "muster/store/postgres/money"
	members "muster/store/postgres/people"
	ranks "muster/store/postgres/rank"
	logs "muster/store/postgres/roomlog"
	factors "muster/store/postgres/secondfactor"
	"muster/store/postgres/storetest"
	"muster/store/postgres/subjects"
	"muster/store/queue"
	"muster/store/rank"
	"muster/store/roomlog"
	"muster/store/secondfactor"
)

// fakeHub is a Hub without rooms.
type fakeHub struct {
	online    int
	people    map[string][]actors.RoomPerson // by room
	changes   atomic.Int32
	reads     []roomlog.ReadState
	mu        sync.Mutex
	announced []roomlog.Event // that were announced
	cost      money.ServerCost
	broadcast []store.Broadcast
	flags     []chat.Flag
	nodes     []desk.NodeStatus
}

func (h *fakeHub) OnlineCount() int { return h.online }
func (h *fakeHub) RoomPeople(_ context.Context, room string) ([]actors.RoomPerson, error) {
	return h.people[room], nil
}
func (h *fakeHub) RoomCounts(_ context.Context, rooms []string) (map[string]int, error) {
	counts := map[string]int{}
	for _, room := range rooms {
		counts[room] = len(h.people[room])
	}
	return counts, nil
}
func (h *fakeHub) Present(_ context.Context, members []string) (map[string]bool, error) {
	present := map[string]bool{}
	for _, people := range h.people {
		for _, p := range people {
			present[p.ID] = slices.Contains(members, p.ID)
		}
	}
	return present, nil
}
func (h *fakeHub) Nodes(context.Context) ([]desk.NodeStatus, error) { return h.nodes, nil }
func (h *fakeHub) ReadChanged(s roomlog.ReadState)                  { h.reads = append(h.reads, s) }
func (h *fakeHub) SiteChanged()                                     { h.changes.Add(1) }
func (h *fakeHub) CampaignsChanged()                                { h.changes.Add(1) }
func (h *fakeHub) FlagChanged(f chat.Flag) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.flags = append(h.flags, f)
}
func (h *fakeHub) Announce(e roomlog.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.announced = append(h.announced, e)
}
func (h *fakeHub) ServerCost(context.Context) (money.ServerCost, error) { return h.cost, nil }
func (h *fakeHub) Broadcast(values ...store.Broadcast) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.broadcast = append(h.broadcast, values...)
}

// site is one served installation.
type site struct {
	t     testing.TB
	url   string               // of the database
	owner func() *pgxpool.Pool // of its tables
	base  string               // of the server
	*postgres.DB
	*logs.Log
	*chats.Chat
	*members.People
	edge *Server
	hub  *fakeHub
	log  *logtest.Buffer

	folder string // of the uploaded files, for the server and its jobs alike

	// work has jobs worked from now on. Whatever waits for something calls it: where every
	// site had workers, Postgres did a fifth more for these tests.
	work func()

	document func() *document // what every reply is checked against
}

var builtClient = fstest.MapFS{
	"index.html":                  {Data: []byte("<!doctype html><meta name=\"muster-build\" content=\"\" /><title>Muster</title>")},
	"assets/app-1234.js":          {Data: []byte(strings.Repeat("console.log('muster');\n", 200))},
	"assets/font.woff2":           {Data: []byte("wOF2")},
	"assets/optional/greek.woff2": {Data: []byte("wOF2")},
	".keep":                       {Data: nil},
	".vite/manifest.json":         {Data: []byte("{}")},
}

// newSite serves an empty installation; change adjusts its configuration.
func newSite(t testing.TB, change ...func(*Config)) *site {
	t.Helper()
	s := &site{t: t, url: storetest.URL(t), hub: &fakeHub{online: 3}, log: &logtest.Buffer{}}
	s.owner = storetest.Owner(t, s.url)
	logger := slog.New(slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	var err error
	s.DB, err = postgres.Open(context.Background(), postgres.Config{URL: s.url, MaxConns: 8})
	s.must(err)
	t.Cleanup(s.DB.Close)
	s.Log, s.Chat, s.People = logs.New(s.DB), chats.New(s.DB), members.New(s.DB)
	s.must(s.EnsureDefaultRoom(context.Background(), "general", "General"))
	secret, err := store.NewSecret(strings.Repeat("s", store.MinSecret))
	s.must(err)
	outbox := members.NewOutbox(s.DB)
	jobs, err := queue.New(s.DB, logger)
	s.must(err)
	s.folder = t.TempDir()
	media, err := blob.OpenFolder(s.folder)
	s.must(err)
	jobs.AddMedia(media)
	myData := jobs.AddMyData(media)
	codes := jobs.AddLoginCodes(queue.Delivery{Sealer: store.NewSealer(secret.Key("jobs")), Mailer: outbox, SMS: outbox, Brand: store.DefaultBrand})
	emergencies := jobs.AddEmergencies(queue.Delivery{Mailer: outbox, SMS: outbox, Brand: store.DefaultBrand},
		queue.EmergencyContacts{Email: "creator@example.org", EscalateAfter: 15 * time.Minute})
	limits := people.DefaultLoginLimits
	limits.AddressPerHour, limits.AddressPerDay = 1000, 1000
	logins := members.NewLogins(s.DB, members.NewCodes(people.NewCodeKeys(secret)), codes, people.NewLoginKeys(secret), limits)
	applicationMail := jobs.AddApplications(queue.Delivery{Sealer: store.NewSealer(secret.Key("jobs")), Mailer: outbox, SMS: outbox, Brand: store.DefaultBrand}, "https://muster.test")
	applied := applications.New(s.DB, logins, application.NewKeys(secret), people.NewLoginKeys(secret), applicationMail)
	applicationMail.Serve(applied)
	for _, subject := range []postgres.Subject{s.People, s.Log, s.Chat, applied, emergencies, desks.New(s.DB)} {
		s.Join(subject)
	}
	sending := campaigns.New(s.DB, campaign.DefaultPace)
	s.Join(sending)
	points := ranks.NewPoints(s.DB, rank.DefaultPointsRules)
	s.Join(points)
	unpaid := payments.NewPayments(s.DB, nil, nil, money.PaymentRules{}, nil)
	s.Join(unpaid)
	applied.UsePayments(unpaid)
	checks := faces.New(s.DB, face.NewKeys(secret))
	s.Join(checks)
	settled := communities.New(s.DB, community.Default())
	s.Join(settled)
	applied.FollowIntake(settled.Intake)
	seconds := factors.New(s.DB, secondfactor.NewKeys(secret))
	s.Join(seconds)
	sealed := messages.New(s.DB, encrypted.NewKeys(secret))
	s.Join(sealed)
	s.work = sync.OnceFunc(func() {
		s.must(jobs.Start(context.Background()))
		t.Cleanup(func() {
			ctx, cancel := context.WithTimeout(context.Background(), testTimeout)
			defer cancel()
			if err := jobs.Stop(ctx); err != nil {
				t.Error(err)
			}
		})
	})
	samples := gateway.NewSampleGIFs(SampleGIFs)
	sender := &sentCampaigns{}
	config := Config{
		Store: s.DB, Log: s.Log, Chat: s.Chat, People: s.People, Logins: logins, Applications: applied, Hub: s.hub, Outbox: outbox,
		Factors: seconds, Points: points, Emergencies: emergencies, MyData: myData, Encrypted: sealed,
		Campaigns: sending, CampaignChannels: []store.Channel{store.Email, store.SMS},
		CampaignSender: sender, Unsubscribe: campaign.NewUnsubscribeKey(secret),
		Client: builtClient, Languages: client.Languages(), Community: settled, DefaultRoom: "general", GIFHosts: append([]string{SampleGIFs}, roomlog.DefaultGIFHosts...),
		Media: media, MediaLinks: store.NewMediaLinks(secret, store.MediaLinkLife),
		GIFs: samples, GIFService: "sample", SampleGIF: samples.File,
		Face: facecalls.Config{Faces: checks, Media: media, Password: testPassword()}, Dev: true, Origins: []string{"https://muster.test"},
		TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, Logger: logger,
	}
	s.whole(config)
	for _, c := range change {
		c(&config)
	}
	if config.Face.On() {
		logins.AskFaces(checks)
	}
	s.edge, err = New(config)
	s.must(err)
	s.document = sync.OnceValue(func() *document { return readDocument(t, s.edge.routes()) })
	server := httptest.NewServer(s.checked())
	t.Cleanup(server.Close)
	s.base = server.URL
	return s
}

// whole fails for a subject that this site does not make and join as a node does: its calls
// would answer 500 without a word, and the copies of members' data would lack it.
func (s *site) whole(config Config) {
	s.t.Helper()
	joined := map[reflect.Type]bool{}
	for _, subject := range s.Subjects() {
		joined[reflect.TypeOf(subject)] = true
	}
	for name, subject := range subjects.ByName {
		if !joined[reflect.TypeOf(subject)] {
			s.t.Fatalf("newSite does not join the subject %s", name)
		}
	}
	fields := reflect.ValueOf(config)
	for i := range fields.NumField() {
		name := fields.Type().Field(i).Name
		if _, is := fields.Field(i).Interface().(postgres.Subject); is && fields.Field(i).IsNil() && name != "Payments" {
			s.t.Fatalf("newSite gives the Config no %s", name)
		}
	}
}

func (s *site) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// member adds a member of that username with an e-mail address made from it.
func (s *site) member(username string, admin bool) store.Member {
	s.t.Helper()
	name := username
	if admin {
		name = "" // an administrator-like name is reserved
	}
	m, err := s.AddMember(context.Background(), store.NewMember{
		Name: "Member " + username, Email: username + "@example.org", Username: name, IsAdmin: admin,
	})
	s.must(err)
	return m
}

// session opens a session and returns its token and id.
func (s *site) session(kind store.SessionKind, person string) (token, id string) {
	s.t.Helper()
	token, session, err := s.CreateSession(context.Background(), kind, person, "Test", "192.0.2.1")
	s.must(err)
	return token, session.ID
}

// exec runs SQL of the test's own, as the owner of the tables.
func (s *site) exec(sql string, args ...any) {
	s.t.Helper()
	_, err := s.owner().Exec(context.Background(), sql, args...)
	s.must(err)
}
