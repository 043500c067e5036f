package redis

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"muster/store"
	"muster/store/redis/redistest"
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
	case v.CanInt():
		v.SetInt(int64(*n) << 33)
	default:
		panic("a field of a kind that hints do not carry: " + v.Type().String())
	}
}

// Every field of an event crosses: one that is added to store.Event or
// store.Message and forgotten here fails.
func TestEventsCrossWhole(t *testing.T) {
	var full store.Event
	n := 0
	fill(reflect.ValueOf(&full).Elem(), &n)
	full.Kind = store.MessageSent
	for name, events := range map[string][]store.Event{
		"full":     {full, redistest.Message("r", 2)},
		"empty":    {{}},
		"deletion": {{Room: "r", Seq: 9, Kind: store.MessageDeleted, MessageID: "m", At: time.Unix(9, 0).UTC()}},
		"none":     nil,
	} {
		got, ok := readEvents(appendEvents(nil, events))
		if !ok || !reflect.DeepEqual(got, events) {
			t.Errorf("%s: got %+v, want %+v", name, got, events)
		}
	}
}

// Whatever comes, reading it neither panics nor runs away, and what was read
// is written as it came.
func FuzzReadEvents(f *testing.F) {
	f.Add(appendEvents(nil, []store.Event{redistest.Message("r", 1), {Seq: -1}}))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01})
	f.Fuzz(func(t *testing.T, body []byte) {
		events, ok := readEvents(body)
		if !ok {
			return
		}
		again, ok := readEvents(appendEvents(nil, events))
		if !ok || !reflect.DeepEqual(events, again) {
			t.Fatalf("%+v became %+v", events, again)
		}
	})
}

// What one message costs on its way: bytes, and time at either end.
func BenchmarkEvents(b *testing.B) {
	events := []store.Event{redistest.Message("general", 123456)}
	packed := appendEvents(nil, events)
	b.Run("write", func(b *testing.B) {
		buffer := make([]byte, 0, 512)
		for b.Loop() {
			buffer = appendEvents(buffer[:0], events)
		}
		b.ReportMetric(float64(len(packed)), "bytes")
	})
	b.Run("read", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			readEvents(packed)
		}
	})
	text, _ := json.Marshal(events)
	b.Run("read as JSON", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var out []store.Event
			json.Unmarshal(text, &out)
		}
		b.ReportMetric(float64(len(text)), "bytes")
	})
}
