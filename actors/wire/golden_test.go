package wire

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the golden files anew")

func pointer[T any](v T) *T { return &v }

var (
	noon    = time.Date(2026, 3, 4, 12, 0, 0, 123456000, time.UTC)
	message = MessageBody{
		ID: "01957a30-0000-7000-8000-000000000001", RoomID: "general", Seq: 42, Text: "Hej <b>på</b> dig \u2028 👍",
		MessageType: "text", MessageTypeAlias: "text", Username: "ann", UserID: "01957a30-0000-7000-8000-00000000000a",
		CreatedAt: noon, Reactions: []Reaction{}, Mentions: []string{}, ClientMsgID: pointer("7c0f4a52-94b8-4f0e-8a77-0f6a3a9b1c11"),
	}
	heart = Reaction{
		MessageID: message.ID, UserID: "01957a30-0000-7000-8000-00000000000b", Username: "bob", Reaction: "❤️",
	}
)

func reply() MessageBody {
	m := message
	m.ID, m.Seq, m.Text = "01957a30-0000-7000-8000-000000000002", 43, "Agreed"
	m.ReplyToMessageID, m.ReplyToUsername, m.ReplyToText = &message.ID, pointer("ann"), &message.Text
	m.ClientMsgID = nil
	return m
}

func deleted() MessageBody {
	m := message
	m.Text, m.DeletedAt = "", pointer(noon.Add(time.Minute))
	return m
}

func gif() MessageBody {
	m := message
	m.Text, m.MessageType, m.MessageTypeAlias = "", "gif", "gif"
	m.MediaURL, m.MediaThumbnailURL = pointer("https://media.giphy.com/media/a/giphy.gif"), pointer("https://media.giphy.com/media/a/200.gif")
	m.Reactions = []Reaction{heart}
	return m
}

// outSamples are the golden frames to the browser, by file name: the type, and
// behind a dot a variant of it.
var outSamples = map[string]Out{
	"connected":               Connected{ServerTime: noon, Build: "0a1b2c3d4e5f6071"},
	"joined":                  Joined{UserID: message.UserID, Username: "ann", IsAdmin: true, OnlineCount: 3},
	"room_joined":             RoomJoined{RoomID: "general", OnlineCount: 2, Seq: 42, Resumed: true},
	"room_left":               RoomLeft{RoomID: "general"},
	"user_joined_room":        UserJoinedRoom{RoomID: "general", UserID: heart.UserID, Username: "bob", ShowNotification: true, OnlineCount: 2},
	"user_left_room":          UserLeftRoom{RoomID: "general", UserID: heart.UserID, Username: "bob", OnlineCount: 1},
	"user_joined":             UserJoined{UserID: heart.UserID, Username: "bob", OnlineCount: 4},
	"user_left":               UserLeft{UserID: heart.UserID, Username: "bob", OnlineCount: 3},
	"message_history":         MessageHistory{RoomID: "general", Messages: []MessageBody{deleted(), reply(), gif()}},
	"message_history.empty":   MessageHistory{RoomID: "general", Messages: []MessageBody{}},
	"message":                 Message{message},
	"message.reply":           Message{reply()},
	"message.deleted":         Message{deleted()},
	"message.gif":             Message{gif()},
	"message_deleted":         MessageDeleted{RoomID: "general", Seq: 44, MessageID: message.ID, DeletedAt: noon},
	"reaction_added":          ReactionAdded{RoomID: "general", Seq: 45, Reaction: heart},
	"reaction_removed":        ReactionRemoved{RoomID: "general", Seq: 46, Reaction: heart},
	"typing_indicator":        TypingIndicator{RoomID: "general", Username: "bob", IsTyping: true},
	"typing_users_update":     TypingUsersUpdate{RoomID: "general", Users: []string{"bob", "cyd"}},
	"username_changed":        UsernameChanged{UserID: heart.UserID, OldUsername: "bob", NewUsername: "rob", SiteSeq: 9},
	"username_changed.erased": UsernameChanged{UserID: heart.UserID, OldUsername: "rob", NewUsername: "erased_0198c1de", SiteSeq: 10, Erased: true},
	"room_username_changed":   RoomUsernameChanged{RoomID: "general", UserID: heart.UserID, OldUsername: "bob", NewUsername: "rob", SiteSeq: 9},
	"username_required":       UsernameNeeded{},
	"message_edited":          MessageEdited{RoomID: "general", Seq: 47, MessageID: message.ID, Text: "Hej @bob", EditedAt: noon, Mentions: []string{heart.UserID}},
	"message_pinned":          MessagePinned{RoomID: "general", Seq: 48, MessageID: message.ID, UserID: heart.UserID},
	"message_unpinned":        MessageUnpinned{RoomID: "general", Seq: 49, MessageID: message.ID, UserID: heart.UserID},
	"message_preview": MessagePreview{RoomID: "general", Seq: 50, MessageID: message.ID, Preview: LinkPreview{
		URL: "https://example.com/a", Title: "A", Description: "About a", Image: "",
	}},
	"message_media": MessageMedia{RoomID: "general", Seq: 52, MessageID: message.ID, Metadata: MediaMetadata{
		Duration: 2.5, FileSize: 40_000, MimeType: "audio/mp4", Waveform: []int{0, 60, 100}, Transcript: "Hej allihop",
	}},
	"message_media.video": MessageMedia{RoomID: "general", Seq: 53, MessageID: message.ID, Metadata: MediaMetadata{
		Width: 1280, Height: 720, Duration: 8, FileSize: 900_000, MimeType: "video/mp4", Captioned: true,
	}},
	"room_changed": RoomChanged{RoomID: "general", Seq: 51, Room: RoomBody{
		ID: "general", Name: "general", DisplayName: "General", IsDefault: true, AccessLevel: "all", SlowModeSeconds: 30,
	}},
	"message_flagged": MessageFlagged{RoomID: "general", MessageID: message.ID, IsFlagged: true},
	"read_state":      ReadState{RoomID: "general", LastReadSeq: 41, Unread: 3, Mentions: 1},
	"room_activity": RoomActivity{RoomID: "general", LastSeq: 42, Mention: true, LastMessage: &LastMessage{
		ID: message.ID, UserID: message.UserID, Username: "ann", Preview: "Hej", MessageType: "text", CreatedAt: noon,
	}},
	"server_cost_update": ServerCostUpdate{CurrentCost: -12.5, Line: 7},
	"admin_changed":      AdminChanged{Part: "users", UserID: heart.UserID, By: message.UserID},
	"community_changed":  CommunityChanged{CommunityName: "The Ninth", SupportEmail: "help@ninth.test"},
	"campaign_progress":  CampaignProgress{CampaignID: message.ID, Status: "processing", QueuedCount: 40, Sent: 18, Failed: 1, Unknown: 1, Progress: 50, Position: 812},
	"emergency_receipt":  ReceiptChanged{ID: message.ID, Receipt: "handed_over"},
	"profile_changed": ProfileChanged{
		UserID: heart.UserID, Username: "bob", ProfilePictureURL: pointer("/media/p1/picture?until=1&sig=a"),
		ProfilePictureThumbnailURL: pointer("/media/p1/picture-thumbnail?until=1&sig=b"), Position: 812,
	},
	"profile_changed.none": ProfileChanged{UserID: heart.UserID, Username: "bob", Position: 812},
	"activity": Activity{ActivityBody{
		ID: "audit:7", At: noon, Kind: "ban", Actor: ActivityPerson{ID: message.UserID, Username: "ann"},
		Detail: ActivityDetail{Member: &ActivityPerson{ID: heart.UserID, Username: "bob"}, Action: "chat_access_changed", Until: pointer(noon.Add(time.Hour))},
	}},
	"activity.message": Activity{ActivityBody{
		ID: message.ID, At: noon, Kind: "message", Actor: ActivityPerson{ID: message.UserID, Username: "ann"}, RoomID: "general",
		Detail: ActivityDetail{MessageID: message.ID, MessageType: "text"},
	}},
	"activity_watched":    ActivityWatched{Kinds: []string{"message"}, UserID: heart.UserID, RoomID: "general"},
	"activity_left_out":   ActivityLeftOut{Count: 120},
	"watching":            Watching{UserID: message.UserID, Username: "ann", IsAdmin: true},
	"standing_changed":    StandingChanged{IsAdmin: true, ChatEnabled: true, BannedUntil: pointer(noon)},
	"points_changed":      PointsChanged{Points: 153},
	"badges_changed":      BadgesChanged{UserID: heart.UserID, Username: "bob", BadgeTags: []BadgeTag{{Text: "Helper", Emoji: "⭐", Color: "Gold", AddedAt: noon}}, Position: 812},
	"badge_earned":        BadgeEarned{UserID: heart.UserID, ID: "streak_7", Name: "One Week Strong", Position: 812},
	"rank_changed":        RankChanged{UserID: heart.UserID, Username: "bob"},
	"earned_changed":      EarnedChanged{UserID: heart.UserID, Username: "bob"},
	"contributor_changed": ContributorChanged{UserID: heart.UserID, Username: "bob", IsRecentContributor: true, Position: 812},
	"ignored_changed":     IgnoredChanged{UserID: heart.UserID, Username: "bob", Ignored: true, Position: 812},
	"error":               Error{Message: "Failed to send message", Error: "Failed to send message", Code: "unavailable", ClientMsgID: *message.ClientMsgID},
	"error.change":        Error{Message: "Message not found", Error: "Message not found", Code: "message_unknown", RequestID: "0198c1de-0000-7000-8000-000000000001"},
	"error.rate_limited": Error{
		Message: "You are over the rate limit. Please wait a moment.", Error: "You are over the rate limit. Please wait a moment.",
		Code: "rate_limited", RetryAfterMs: 750,
	},
}

// inSamples are the golden frames from the browser.
var inSamples = map[string]In{
	"join_chat":          JoinChat{Token: "0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"},
	"join_chat.resume":   JoinChat{Token: "0123456789abcdefghijklmnopqrstuvwxyzABCDEFG", RoomID: "side", LastSeq: pointer(int64(41))},
	"watch":              Watch{Token: "0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"},
	"join_room":          JoinRoom{RoomID: "side", LastSeq: pointer(int64(0))},
	"watch_activity":     WatchActivity{},
	"watch_activity.one": WatchActivity{Kinds: []string{"message"}, UserID: heart.UserID, RoomID: "general"},
	"unwatch_activity":   UnwatchActivity{},
	"leave_room":         LeaveRoom{RoomID: "general"},
	"send_message":       SendMessage{Text: "Hej <b>på</b> dig", MessageType: "text", RoomID: "general", ClientMsgID: *message.ClientMsgID},
	"send_message.reply": SendMessage{Text: "Agreed", MessageType: "text", RoomID: "general", ReplyToMessageID: &message.ID, ClientMsgID: *message.ClientMsgID},
	"send_message.gif": SendMessage{MessageType: "gif", RoomID: "general", MediaData: &MediaData{
		MediaURL: "https://media.giphy.com/media/a/giphy.gif", ThumbnailURL: "https://media.giphy.com/media/a/200.gif",
		Metadata: map[string]any{"height": 200.0, "title": "wave"},
	}},
	"typing_start":    TypingStart{RoomID: "general"},
	"typing_stop":     TypingStop{RoomID: "general"},
	"add_reaction":    AddReaction{MessageID: message.ID, Reaction: "❤️", RoomID: "general", RequestID: "0198c1de-0000-7000-8000-000000000001"},
	"remove_reaction": RemoveReaction{MessageID: message.ID, Reaction: "❤️", RoomID: "general", RequestID: "0198c1de-0000-7000-8000-000000000002"},
	"delete_message":  DeleteMessage{MessageID: message.ID, RoomID: "general", RequestID: "0198c1de-0000-7000-8000-000000000003"},
	"edit_message":    EditMessage{MessageID: message.ID, Text: "Hej @bob", RoomID: "general", RequestID: "0198c1de-0000-7000-8000-000000000004"},
}

// golden compares JSON with its file, which ends in one newline more.
func golden(t *testing.T, file string, got []byte) []byte {
	t.Helper()
	path := filepath.Join("testdata", file+".json")
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append(bytes.Clone(got), '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want = bytes.TrimSuffix(want, []byte("\n"))
	if !bytes.Equal(got, want) {
		t.Errorf("%s:\n got %s\nwant %s", file, got, want)
	}
	return want
}

// Every frame to the browser has exactly its golden form.
func TestWS38OutgoingGolden(t *testing.T) {
	for name, out := range outSamples {
		if kind, _, _ := strings.Cut(name, "."); kind != out.Type() {
			t.Errorf("%s holds a %s", name, out.Type())
		}
		golden(t, "out/"+name, Encode(out).Payload())
	}
	for _, out := range Outgoing {
		if outSamples[out.Type()] == nil {
			t.Errorf("%s has no sample in outSamples: add one, then go test ./actors/wire -update", out.Type())
		}
	}
	complete(t, "out", len(outSamples))
}

// Every frame from the browser is read from its golden form, and has no
// other form.
func TestWS38IncomingGolden(t *testing.T) {
	for name, in := range inSamples {
		if kind, _, _ := strings.Cut(name, "."); kind != in.Type() {
			t.Errorf("%s holds a %s", name, in.Type())
		}
		text := golden(t, "in/"+name, Encode(in).Payload())
		got, err := Decode(text)
		if err != nil || !reflect.DeepEqual(got, in) {
			t.Errorf("%s: decoded %#v, %v", name, got, err)
		}
	}
	for _, in := range Incoming {
		if inSamples[in.Type()] == nil {
			t.Errorf("%s has no sample in inSamples: add one, then go test ./actors/wire -update", in.Type())
		}
	}
	complete(t, "in", len(inSamples))
}

// complete fails for golden files that nothing writes any more.
func complete(t *testing.T, dir string, n int) {
	t.Helper()
	files, err := filepath.Glob("testdata/" + dir + "/*.json")
	if err != nil || len(files) != n {
		t.Errorf("testdata/%s has %d files for %d samples (%v)", dir, len(files), n, err)
	}
}
