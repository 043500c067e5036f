package redis

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protowire"

	"muster/store"
	"muster/store/bus"
	"muster/store/chat"
	"muster/store/redis/redistest"
	"muster/store/roomlog"
)

// fill gives every field of v, however deep, a value of its own.
func fill(v reflect.Value, n *int) {
	*n++
	switch {
	case v.Type() == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(time.Unix(int64(*n), 5000).UTC()))
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n)
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(v.Index(i), n)
		}
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), n)
		}
	case v.Kind() == reflect.String:
		v.SetString("text " + string(rune('a'+*n%26)) + "é\x00")
	case v.Kind() == reflect.Bool:
		v.SetBool(true)
	case v.CanFloat():
		v.SetFloat(float64(*n) / 8)
	case v.CanInt():
		v.SetInt(int64(*n) << 33)
	default:
		panic("messages between nodes carry no field of type " + v.Type().String())
	}
}

// Every field of an event and of typing crosses: one that is added to roomlog.Event,
// store.Message or bus.Typing and forgotten in the codec fails here.
func TestEveryFieldCrosses(t *testing.T) {
	var full roomlog.Event
	n := 0
	fill(reflect.ValueOf(&full).Elem(), &n)
	full.Kind, full.Room, full.Message.Room, full.Settings.ID = roomlog.MessageSent, "r", "r", "r"
	for name, events := range map[string][]roomlog.Event{
		"full":        {full, redistest.Message("r", 2)},
		"empty":       {{Room: "r"}},
		"edited away": {{Room: "r", Seq: 7, Kind: roomlog.MessageEdited, MessageID: "m", Edit: &roomlog.Edit{}}},
		"no preview":  {{Room: "r", Seq: 8, Kind: roomlog.MessagePreview, MessageID: "m", Preview: &roomlog.LinkPreview{}}},
		"captions":    {{Room: "r", Seq: 9, Kind: roomlog.MessageMedia, MessageID: "m", ActorID: "x", Upload: &store.Upload{ID: "u", Kind: store.VideoMedia, Captioned: true}}},
		"deletion":    {{Room: "r", Seq: 9, Kind: roomlog.MessageDeleted, MessageID: "m", At: time.Unix(9, 0).UTC()}},
		"negative":    {{Room: "r", Seq: -1, At: time.Unix(-9, 0).UTC()}},
	} {
		got, ok := readEvents("r", appendEvents(nil, events))
		if !ok || !reflect.DeepEqual(got, events) {
			t.Errorf("%s: got %+v, want %+v", name, got, events)
		}
	}
	for _, kind := range []roomlog.EventKind{roomlog.MessageSent, roomlog.MessageEdited, roomlog.MessagePreview, roomlog.MessageMedia, roomlog.SettingsChanged} {
		if _, ok := readEvents("r", appendEvents(nil, []roomlog.Event{{Room: "r", Seq: 1, Kind: kind}})); ok {
			t.Errorf("%s was read without what it needs", kind)
		}
	}
	var typing bus.Typing
	fill(reflect.ValueOf(&typing).Elem(), &n)
	if got, ok := readTyping(appendTyping(nil, typing)); !ok || got != typing {
		t.Errorf("got %+v, want %+v", got, typing)
	}
	var flag chat.Flag
	fill(reflect.ValueOf(&flag).Elem(), &n)
	if got, ok := readFlagged(appendFlagged(nil, flag)); !ok || !reflect.DeepEqual(got, flag) {
		t.Errorf("got %+v, want %+v", got, flag)
	}
	var read roomlog.ReadState
	fill(reflect.ValueOf(&read).Elem(), &n)
	if got, ok := readRead(appendRead(nil, read)); !ok || got != read {
		t.Errorf("got %+v, want %+v", got, read)
	}
	if got, ok := readSite(appendSite(nil, 1<<40)); !ok || got != 1<<40 {
		t.Errorf("got %d", got)
	}
}

// newer inserts fields that this build does not know before, between and behind
// the fields of a message, one of each wire type.
func newer(body []byte) []byte {
	unknown := protowire.AppendVarint(protowire.AppendTag(nil, 90, protowire.VarintType), 7)
	unknown = protowire.AppendString(protowire.AppendTag(unknown, 91, protowire.BytesType), "new")
	unknown = protowire.AppendFixed64(protowire.AppendTag(unknown, 92, protowire.Fixed64Type), 7)
	unknown = protowire.AppendFixed32(protowire.AppendTag(unknown, 93, protowire.Fixed32Type), 7)
	out := slices.Clone(unknown)
	for len(body) > 0 {
		_, _, n := protowire.ConsumeField(body)
		out = append(append(out, body[:n]...), unknown...)
		body = body[n:]
	}
	return out
}

// What a newer build says beside what this one knows is skipped, at every depth.
func TestUnknownFieldsAreSkipped(t *testing.T) {
	want := redistest.Message("r", 3)
	want.Message.Reactions = []roomlog.Reaction{{MessageID: "m", MemberID: "x", Username: "bob", Emoji: "👍"}}
	message := newer(appendMessage(nil, want.Message))
	plain := want
	plain.Message = nil
	event := protowire.AppendBytes(protowire.AppendTag(newer(appendEvent(nil, &plain)), 8, protowire.BytesType), message)
	events := newer(protowire.AppendBytes(protowire.AppendTag(nil, 1, protowire.BytesType), event))
	got, ok := readEvents("r", events)
	if !ok || !reflect.DeepEqual(got, []roomlog.Event{want}) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	typing := bus.Typing{MemberID: "x", Name: "bob", On: true}
	if got, ok := readTyping(newer(appendTyping(nil, typing))); !ok || got != typing {
		t.Errorf("got %+v", got)
	}
	if got, ok := readSite(newer(appendSite(nil, 41))); !ok || got != 41 {
		t.Errorf("got %d", got)
	}
	var p bus.Presence
	err := json.Unmarshal([]byte(`{"node":"n","kind":"batch","version":2,"mood":{"a":[1]},"changes":[{"m":"x","n":"bob","h":true,"badge":"gold"}]}`), &p)
	if err != nil || !reflect.DeepEqual(p.Changes, []bus.PresenceChange{{MemberID: "x", Name: "bob", Here: true}}) {
		t.Errorf("%+v, %v", p, err)
	}
}

// Any bytes are read without a panic, and what was read is written as it came.
func FuzzReadEvents(f *testing.F) {
	f.Add(appendEvents(nil, []roomlog.Event{redistest.Message("r", 1), {Seq: -1}}))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01})
	f.Add(newer(appendEvents(nil, []roomlog.Event{redistest.Message("r", 1)})))
	f.Fuzz(func(t *testing.T, body []byte) {
		events, ok := readEvents("r", body)
		if !ok {
			return
		}
		again, ok := readEvents("r", appendEvents(nil, events))
		if !ok || !reflect.DeepEqual(events, again) {
			t.Fatalf("%+v became %+v", events, again)
		}
	})
}

// What one message costs on its way: bytes, and time at either end.
func BenchmarkEvents(b *testing.B) {
	events := []roomlog.Event{redistest.Message("general", 123456)}
	body := appendEvents(nil, events)
	b.Run("write", func(b *testing.B) {
		b.ReportAllocs()
		buffer := make([]byte, 0, 512)
		for b.Loop() {
			buffer = appendEvents(buffer[:0], events)
		}
		b.ReportMetric(float64(len(body)), "bytes")
	})
	b.Run("read", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			readEvents("general", body)
		}
	})
	text, _ := json.Marshal(events)
	b.Run("read as JSON", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var out []roomlog.Event
			json.Unmarshal(text, &out)
		}
		b.ReportMetric(float64(len(text)), "bytes")
	})
}
