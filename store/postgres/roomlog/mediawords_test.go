package roomlog_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"muster/store"
	"muster/store/postgres"
	"muster/store/postgres/roomlog"
	"muster/store/postgres/storetest"
	logs "muster/store/roomlog"
)

// films is a room in which an administrator sends media.
type films struct {
	*world
	chief storetest.Person
}

func newFilms(t *testing.T) *films {
	t.Helper()
	w := newWorld(t)
	_, chief := w.Chief("chief")
	return &films{w, chief}
}

// sends stores a message that carries a file of the kind, and gives its id.
func (f *films) sends(room string, kind store.MediaKind, captions string, meta store.MediaMetadata) string {
	f.T.Helper()
	u := store.Upload{Owner: f.chief.ID, Room: room, Kind: kind, ContentType: "audio/mp4", Size: 7, Metadata: meta}
	id, err := f.AddUpload(context.Background(), u, captions)
	f.Must(err)
	f.Must(f.UploadReady(context.Background(), id))
	c := f.chief.Says(room, "")
	c.Draft = logs.Draft{Kind: logs.MessageKind(kind), Upload: id}
	return f.Stored(c).Message.ID
}

// changes gives a message of the chief's other words, and wants them stored or found.
func (f *films) changes(message string, words store.MediaWords, want bool) (store.SentUpload, logs.Event) {
	f.T.Helper()
	sent, e, stored, err := f.ChangeMediaWords(context.Background(), f.chief.Caller(), message, words)
	if err != nil || stored != want {
		f.T.Fatalf("stored %v, want %v: %v", stored, want, err)
	}
	return sent, e
}

// refuses wants this answer to other words.
func (f *films) refuses(p storetest.Person, message string, words store.MediaWords, want *store.Error) {
	f.T.Helper()
	_, _, stored, err := f.ChangeMediaWords(context.Background(), p.Caller(), message, words)
	if got := store.AsError(err); stored || err == nil || got.Code != want.Code || got.Reason != want.Reason {
		f.T.Errorf("stored %v, %v, want %v", stored, err, want)
	}
}

func transcript(text string) store.MediaWords { return store.MediaWords{Transcript: &text} }
func captions(text string) store.MediaWords   { return store.MediaWords{Captions: &text} }

const cues = "WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n"

func TestTranscriptsAndCaptionsAreChanged(t *testing.T) {
	t.Parallel()
	f := newFilms(t)
	ctx := context.Background()
	voice := f.sends("general", store.VoiceMedia, "", store.MediaMetadata{Duration: 2, Waveform: []int{1, 2}})
	video := f.sends("general", store.VideoMedia, "", store.MediaMetadata{Duration: 3})

	sent, e := f.changes(voice, transcript("Hello \"all\""), true)
	if e.Seq != 3 || e.Kind != logs.MessageMedia || e.Room != "general" || e.MessageID != voice || e.ActorID != f.chief.ID || e.ActorName != "chief" ||
		e.Upload.Metadata.Transcript != "Hello \"all\"" || e.Upload.Metadata.Duration != 2 || !slices.Equal(e.Upload.Metadata.Waveform, []int{1, 2}) {
		t.Errorf("%+v %+v", e, e.Upload)
	}
	if sent.MessageID != voice || sent.Metadata.Transcript != "Hello \"all\"" || sent.Username != "chief" {
		t.Errorf("%+v", sent)
	}
	if _, e := f.changes(video, captions(cues), true); e.Seq != 4 || !e.Upload.Captioned {
		t.Errorf("%+v %+v", e, e.Upload)
	}
	// The same again, and nothing at all, append nothing.
	f.changes(voice, transcript("Hello \"all\""), false)
	f.changes(voice, store.MediaWords{}, false)
	if sent, _ := f.changes(video, captions(cues), false); sent.Captions != cues {
		t.Errorf("%+v", sent)
	}
	state, err := f.OpenRoom(ctx, "general")
	f.Must(err)
	if state.Head != 4 || state.Tail[0].Upload.Metadata.Transcript != "Hello \"all\"" || !state.Tail[1].Upload.Captioned {
		t.Errorf("a node that opens the room reads %d, %+v, %+v", state.Head, state.Tail[0].Upload, state.Tail[1].Upload)
	}

	// An event that is read later has the words of now.
	f.changes(voice, transcript("Hello"), true)
	f.changes(video, captions(""), true)
	all := f.Dense("general")
	for _, at := range []int{2, 4} {
		if got := all[at]; got.Kind != logs.MessageMedia || got.MessageID != voice || got.Upload.Metadata.Transcript != "Hello" {
			t.Errorf("event %d: %+v %+v", at, got, got.Upload)
		}
	}
	for _, at := range []int{3, 5} {
		if got := all[at]; got.MessageID != video || got.Upload.Captioned {
			t.Errorf("event %d: %+v %+v", at, got, got.Upload)
		}
	}
	listed, err := f.RoomMedia(ctx, f.chief.ID, "general", 10, 0)
	f.Must(err)
	if listed[1].Metadata.Transcript != "Hello" || listed[0].Captioned {
		t.Errorf("%+v", listed)
	}
	exported, err := f.Log.Export(ctx, nil, f.chief.Member)
	f.Must(err)
	uploads := slices.IndexFunc(exported, func(file postgres.ExportFile) bool { return file.Name == "uploads.json" })
	if got := one[string](f.world, `select string_agg(metadata->>'transcript', ' ') from (`+exported[uploads].Query+`) x`, f.chief.ID); got != "Hello" {
		t.Errorf("the member's export has %q", got)
	}
	f.changes(voice, transcript(""), true)
	if n := one[int64](f.world, `select count(*) from uploads where metadata ? 'transcript' or captions <> ''`); n != 0 {
		t.Errorf("%d uploads keep words", n)
	}

	// What moderators may read is kept, until the message goes.
	kept := func(message string) string {
		return one[string](f.world, `select coalesce(string_agg(body, '|' order by seq), '') from message_edits where message_id = $1`, message)
	}
	f.changes(voice, transcript("secret"), true)
	if got := kept(voice) + "|" + kept(video); got != "Hello \"all\"|Hello|"+cues {
		t.Errorf("kept %q", got)
	}
	f.Stored(f.chief.Does(logs.MessageDeleted, "general", voice, ""))
	if got := kept(voice); got != "" {
		t.Errorf("after the deletion %q is kept", got)
	}
	for _, e := range f.Dense("general") {
		if e.MessageID == voice && e.Upload != nil {
			t.Errorf("after the deletion: %+v %+v", e, e.Upload)
		}
	}
	f.refuses(f.chief, voice, transcript("again"), store.ErrMediaGone())
}

func TestChangeOfWordsIsRefused(t *testing.T) {
	t.Parallel()
	f := newFilms(t)
	ctx := context.Background()
	f.Must(f.AddRoom(ctx, logs.Room{ID: "den", DisplayName: "Den", AccessLevel: logs.AdminAccess}))
	bob := f.Join("bob")
	_, other := f.Chief("other")
	voice, video := f.sends("general", store.VoiceMedia, "", store.MediaMetadata{}), f.sends("general", store.VideoMedia, cues, store.MediaMetadata{})
	image := f.sends("general", store.ImageMedia, "", store.MediaMetadata{})
	text := f.Stored(f.chief.Says("general", "text")).Message.ID
	hidden := f.sends("den", store.VoiceMedia, "", store.MediaMetadata{})
	said := len(f.Dense("general"))
	for _, p := range []storetest.Person{bob, other} {
		f.refuses(p, voice, transcript("mine"), logs.ErrNotYourEdit())
		f.refuses(p, text, transcript("mine"), store.ErrMediaGone())
	}
	f.refuses(bob, hidden, transcript("mine"), store.ErrMediaGone())
	for _, id := range []string{text, storetest.NewID(), "7"} {
		f.refuses(f.chief, id, transcript("x"), store.ErrMediaGone())
	}
	f.refuses(f.chief, video, transcript("x"), store.ErrTranscriptNotVoice())
	f.refuses(f.chief, image, transcript("x"), store.ErrTranscriptNotVoice())
	f.refuses(f.chief, voice, captions(cues), store.ErrCaptionsNotVideo())
	f.refuses(f.chief, image, captions(""), store.ErrCaptionsNotVideo())

	// What keeps the sender from an edit keeps it from this as well.
	f.Must(f.SetAdmin(ctx, f.chief.ID, false))
	readOnly := func(is bool) {
		f.Must(storetest.Second(f.UpdateRoom(ctx, "general", logs.RoomUpdate{ReadOnly: &is})))
	}
	readOnly(true)
	f.refuses(f.chief, voice, transcript("x"), logs.ErrReadOnly())
	readOnly(false)
	f.Must(f.SetChatAccess(ctx, f.chief.ID, false, nil))
	f.refuses(f.chief, voice, transcript("x"), logs.ErrBanned())
	f.Must(f.SetChatAccess(ctx, f.chief.ID, true, nil))
	f.refuses(f.chief, hidden, transcript("x"), store.ErrMediaGone())
	ended := f.SignIn(f.chief.Member)
	f.Must(f.EndSession(ctx, ended.Session, ended.ID))
	f.refuses(ended, voice, transcript("x"), store.ErrSessionEnded())
	f.changes(video, captions(cues), false) // nothing is changed by these

	changed := slices.ContainsFunc(f.Dense("general")[said:], func(e logs.Event) bool { return e.Kind == logs.MessageMedia })
	if n := one[int64](f.world, `select count(*) from uploads where metadata ? 'transcript' or kind <> 'video' and captions <> ''`); changed || n != 0 {
		t.Errorf("an event: %v, %d uploads were changed", changed, n)
	}

	// A text could be edited no more.
	storetest.MoveClock(t, f.URL, 3*24*time.Hour)
	f.changes(voice, transcript("x"), true)
}

func TestChangesOfWordsAreLimited(t *testing.T) {
	t.Parallel()
	f := newFilms(t)
	voice := f.sends("general", store.VoiceMedia, "", store.MediaMetadata{})
	for i := range roomlog.MediaWordsPerMinute {
		f.changes(voice, transcript(string(rune('a'+i))), true)
	}
	f.refuses(f.chief, voice, transcript("one more"), &store.Error{Code: store.Limited, Reason: "rate_limit"})
	if n := len(f.Dense("general")); n != 1+roomlog.MediaWordsPerMinute {
		t.Errorf("%d events", n)
	}
	// Of the earlier words the latest are kept.
	storetest.MoveClock(t, f.URL, time.Minute)
	for _, text := range []string{"x", "y", "z"} {
		f.changes(voice, transcript(text), true)
	}
	if got := one[string](f.world, `select string_agg(body, '' order by seq) from message_edits`); got != "cdefghijklmnopqrstxy" {
		t.Errorf("kept %q", got)
	}
}

// Changes on several nodes come one after the other, and none comes after the deletion.
func TestChangesOfWordsRaceADeletion(t *testing.T) {
	t.Parallel()
	f := newFilms(t)
	voice := f.sends("general", store.VoiceMedia, "", store.MediaMetadata{})
	var all sync.WaitGroup
	for i, node := range []storetest.Node{f.OpenNode(2), f.OpenNode(2), f.OpenNode(2)} {
		all.Go(func() {
			for j := range 3 {
				err := storetest.Patiently(func() error {
					_, _, _, err := node.ChangeMediaWords(context.Background(), f.chief.Caller(), voice, transcript(string(rune('a'+3*i+j))))
					return err
				})
				if err != nil && store.CodeOf(err) != store.NotFound {
					t.Error(err)
				}
			}
		})
	}
	all.Go(func() {
		results, err := f.Append(context.Background(), []logs.Command{f.chief.Does(logs.MessageDeleted, "general", voice, "")})
		if err != nil || results[0].Err != nil {
			t.Error(err, results)
		}
	})
	all.Wait()
	events := f.Dense("general")
	if last := events[len(events)-1]; last.Kind != logs.MessageDeleted {
		t.Errorf("the last event is %+v", last)
	}
}
