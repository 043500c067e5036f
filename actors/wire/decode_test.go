package wire

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// What is read, and what each bad frame is called.
func TestWS25Decode(t *testing.T) {
	seq := int64(9)
	nested := func(n int) string {
		return `{"type":"leave_room","x":` + strings.Repeat("[", n) + strings.Repeat("]", n) + `}`
	}
	for name, c := range map[string]struct {
		text string
		want In
		err  error
	}{
		"unknown fields are ignored":        {`{"type":"typing_stop","user_id":7,"x":{"y":[1]}}`, TypingStop{}, nil},
		"the last of repeated fields holds": {`{"type":"x","type":"join_room","roomId":"a","roomId":"b"}`, JoinRoom{RoomID: "b"}, nil},
		"null is absent":                    {`{"type":"send_message","message":"a","roomId":null,"replyToMessageId":null,"mediaData":null}`, SendMessage{Text: "a"}, nil},
		"a number":                          {`{"type":"join_room","roomId":"a","lastSeq":9}`, JoinRoom{RoomID: "a", LastSeq: &seq}, nil},
		"names are matched exactly":         {`{"type":"join_room","ROOMID":"a","RoomId":"b"}`, JoinRoom{}, nil},
		"nested names are matched exactly":  {`{"type":"send_message","mediaData":{"MEDIAURL":"x"}}`, SendMessage{MediaData: &MediaData{}}, nil},
		"blanks around":                     {" \n{\"type\":\"leave_room\"}\t", LeaveRoom{}, nil},
		"brackets in a text":                {`{"type":"send_message","message":"` + strings.Repeat("[{", 99) + `\"["}`, SendMessage{Text: strings.Repeat("[{", 99) + `"[`}, nil},
		"a lone surrogate":                  {`{"type":"send_message","message":"a\ud800b"}`, SendMessage{Text: "a\uFFFDb"}, nil},
		"deep enough":                       {nested(15), LeaveRoom{}, nil},
		"too deep":                          {nested(16), nil, ErrMalformed},
		"very deep":                         {strings.Repeat("[", 16000), nil, ErrMalformed},
		"trailing data":                     {`{"type":"leave_room"} {}`, nil, ErrMalformed},
		"trailing comma":                    {`{"type":"leave_room",}`, nil, ErrMalformed},
		"an array":                          {`["leave_room"]`, nil, ErrMalformed},
		"null":                              {`null`, nil, ErrMalformed},
		"nothing":                           {``, nil, ErrMalformed},
		"no type":                           {`{"roomId":"a"}`, nil, ErrMalformed},
		"an empty type":                     {`{"type":""}`, nil, ErrMalformed},
		"a numeric type":                    {`{"type":1}`, nil, ErrMalformed},
		"a server's type":                   {`{"type":"message"}`, nil, ErrUnknownType},
		"an unknown type with bad fields":   {`{"type":"nope","roomId":1}`, nil, ErrUnknownType},
		"a number for a text":               {`{"type":"send_message","message":5}`, nil, ErrMalformed},
		"a text for a number":               {`{"type":"join_room","lastSeq":"9"}`, nil, ErrMalformed},
		"a fraction":                        {`{"type":"join_room","lastSeq":9.5}`, nil, ErrMalformed},
		"a huge number":                     {`{"type":"join_room","lastSeq":1e999}`, nil, ErrMalformed},
		"beyond 64 bits":                    {`{"type":"join_room","lastSeq":9223372036854775808}`, nil, ErrMalformed},
		"NaN":                               {`{"type":"join_room","lastSeq":NaN}`, nil, ErrMalformed},
		"media that is no object":           {`{"type":"send_message","mediaData":"x"}`, nil, ErrMalformed},
		"media of the wrong type":           {`{"type":"send_message","mediaData":{"mediaUrl":1}}`, nil, ErrMalformed},
		"control character":                 {"{\"type\":\"leave_room\",\"x\":\"\x01\"}", nil, ErrMalformed},
	} {
		got, err := Decode([]byte(c.text))
		if !errors.Is(err, c.err) || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %#v, %v", name, got, err)
		}
	}
}

// A send that cannot be read is answered under its own name. It was not
// once: a client that waits for the answer to its clientMsgId waited in vain.
func TestWS25MalformedSendKeepsItsName(t *testing.T) {
	const id = "0198c1de-0000-7000-8000-000000000001"
	named := SendMessage{ClientMsgID: id}
	for name, c := range map[string]struct {
		text string
		want In
	}{
		"before the bad field":       {`{"type":"send_message","clientMsgId":"` + id + `","message":5}`, named},
		"after the bad field":        {`{"message":["a"],"roomId":7,"clientMsgId":"` + id + `","type":"send_message"}`, named},
		"bad media":                  {`{"type":"send_message","message":"kept back","mediaData":{"mediaUrl":1},"clientMsgId":"` + id + `"}`, named},
		"the name is the bad field":  {`{"type":"send_message","message":"a","clientMsgId":5}`, nil},
		"no name":                    {`{"type":"send_message","message":5}`, nil},
		"null for a name":            {`{"type":"send_message","message":5,"clientMsgId":null}`, nil},
		"a change":                   {`{"type":"delete_message","messageId":5,"requestId":"` + id + `"}`, EditMessage{RequestID: id}},
		"of another type of frame":   {`{"type":"join_room","roomId":5,"clientMsgId":"` + id + `"}`, nil},
		"not an object":              {`[{"type":"send_message","clientMsgId":"` + id + `"}]`, nil},
		"the last of repeated names": {`{"type":"send_message","message":5,"clientMsgId":"x","clientMsgId":"` + id + `"}`, named},
	} {
		got, err := Decode([]byte(c.text))
		if !errors.Is(err, ErrMalformed) || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %#v, %v", name, got, err)
		}
	}
}

// Hostile frames neither panic nor give text that is not UTF-8, and what was
// read is read again the same from its own encoding.
func FuzzDecode(f *testing.F) {
	for _, in := range inSamples {
		f.Add(Encode(in).Payload())
	}
	for _, s := range []string{`{`, `{"type":"join_chat","token":"\ud800"}`, `{"type":"send_message","mediaData":{"metadata":{"a":[1e308]}}}`, `[[[[`, `{"type":"x"}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		in, err := Decode(payload)
		if err != nil {
			if in != nil && errors.Is(err, ErrMalformed) && reflect.DeepEqual(in, named(IDOf(in))) && utf8.Valid(Encode(in).Payload()) {
				return
			}
			if in != nil || !(errors.Is(err, ErrMalformed) || errors.Is(err, ErrUnknownType)) {
				t.Fatalf("%#v, %v", in, err)
			}
			return
		}
		text := Encode(in).Payload()
		if !utf8.Valid(text) {
			t.Fatalf("not UTF-8: %q", text)
		}
		again, err := Decode(text)
		if err != nil || !reflect.DeepEqual(normal(in), normal(again)) {
			t.Fatalf("%#v became %#v, %v", in, again, err)
		}
	})
}

// normal leaves out what Encode leaves out.
func normal(in In) In {
	if s, ok := in.(SendMessage); ok && s.MediaData != nil && len(s.MediaData.Metadata) == 0 {
		m := *s.MediaData
		m.Metadata = nil
		s.MediaData = &m
		return s
	}
	return in
}

func BenchmarkDecode(b *testing.B) {
	text := Encode(inSamples["send_message"]).Payload()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Decode(text); err != nil {
			b.Fatal(err)
		}
	}
}
