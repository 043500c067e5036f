package store

import (
	"strings"
	"unicode/utf8"
)

// Limits of what stands beside a file for who cannot hear it.
const (
	MaxTranscript = 4_000    // characters of what is said in a voice message
	MaxCaptions   = 64 << 10 // bytes of a video's captions
)

// MediaWords are new words to stand beside a file that was sent. What is nil stays as it
// is; "" takes away what stands there.
type MediaWords struct{ Transcript, Captions *string }

// Clean gives the words as they may be stored. It fails with Invalid like CleanTranscript
// and CleanCaptions.
func (w MediaWords) Clean() (MediaWords, error) {
	for _, one := range []struct {
		words **string
		clean func(string) (string, error)
	}{{&w.Transcript, CleanTranscript}, {&w.Captions, CleanCaptions}} {
		if *one.words == nil {
			continue
		}
		text, err := one.clean(**one.words)
		if err != nil {
			return MediaWords{}, err
		}
		*one.words = &text
	}
	return w, nil
}

// ErrTranscriptNotVoice answers a transcript of anything but a voice message.
func ErrTranscriptNotVoice() *Error {
	return NewErrorReason(Invalid, "transcript_not_voice", "Only voice messages have a transcript")
}

// ErrCaptionsNotVideo answers captions of anything but a video.
func ErrCaptionsNotVideo() *Error {
	return NewErrorReason(Invalid, "captions_not_video", "Only videos have captions")
}

// CleanTranscript prepares what is said in a voice message as CleanText does a message; ""
// stays. It fails with Invalid (not_utf8, control_character, transcript_too_long).
func CleanTranscript(text string) (string, error) {
	switch {
	case !utf8.ValidString(text):
		return "", NewErrorReason(Invalid, "not_utf8", "Message is not valid text")
	case strings.ContainsRune(text, 0):
		return "", NewErrorReason(Invalid, "control_character", "Message contains a character that cannot be sent")
	}
	text = WithoutControls(text)
	if Blank(text) {
		return "", nil
	}
	if utf8.RuneCountInString(text) > MaxTranscript {
		return "", ErrTranscriptTooLong()
	}
	return text, nil
}

// ErrTranscriptTooLong answers a transcript beyond MaxTranscript.
func ErrTranscriptTooLong() *Error {
	return NewErrorReason(Invalid, "transcript_too_long", "A transcript has at most 4000 characters")
}

// ErrCaptionsTooLarge answers captions beyond MaxCaptions.
func ErrCaptionsTooLarge() *Error {
	return NewErrorReason(Invalid, "captions_too_large", "Captions have at most 64 KB")
}

// CleanCaptions prepares a video's captions, a file of WebVTT as browsers read it (W3C,
// WebVTT: The Web Video Text Tracks Format, 4.1); "" stays. It fails with Invalid
// (captions_too_large, captions_invalid).
func CleanCaptions(file string) (string, error) {
	if len(file) > MaxCaptions {
		return "", ErrCaptionsTooLarge()
	}
	text := strings.TrimPrefix(file, "\ufeff")
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	if text == "" {
		return "", nil
	}
	first, cues, _ := strings.Cut(text, "\n")
	header := first == "WEBVTT" || strings.HasPrefix(first, "WEBVTT ") || strings.HasPrefix(first, "WEBVTT\t")
	if !header || !utf8.ValidString(text) || strings.ContainsRune(text, 0) || !strings.Contains(cues, " --> ") {
		return "", NewErrorReason(Invalid, "captions_invalid", "Captions must be a WebVTT file")
	}
	return text, nil
}
