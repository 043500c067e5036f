package store

import (
	"strings"
	"testing"
)

func TestTranscripts(t *testing.T) {
	for text, want := range map[string]string{
		"": "", " \n ": "", "\u200d": "", "  Hello\r\nall  ": "Hello\nall", "a\x07b": "ab", strings.Repeat("ü", MaxTranscript): strings.Repeat("ü", MaxTranscript),
	} {
		if got, err := CleanTranscript(text); err != nil || got != want {
			t.Errorf("%.20q: %.20q, %v", text, got, err)
		}
	}
	for text, reason := range map[string]string{
		"\xff": "not_utf8", "a\x00": "control_character", strings.Repeat("ü", MaxTranscript+1): "transcript_too_long",
	} {
		if _, err := CleanTranscript(text); AsError(err).Reason != reason {
			t.Errorf("%.20q: %v, want %s", text, err, reason)
		}
	}
}

func TestCaptions(t *testing.T) {
	const cue = "\n\n00:00.000 --> 00:02.000\nHello\n"
	for file, want := range map[string]string{
		"": "", "WEBVTT" + cue: "WEBVTT" + cue, "\ufeffWEBVTT - Spoken" + cue: "WEBVTT - Spoken" + cue,
		strings.ReplaceAll("WEBVTT\tx"+cue, "\n", "\r\n"): "WEBVTT\tx" + cue,
	} {
		if got, err := CleanCaptions(file); err != nil || got != want {
			t.Errorf("%q: %q, %v", file, got, err)
		}
	}
	for file, reason := range map[string]string{
		"1\n00:00:00,000 --> 00:00:02,000\nHello\n": "captions_invalid", "WEBVTT": "captions_invalid", "WEBVTTX" + cue: "captions_invalid",
		"<html>": "captions_invalid", "WEBVTT" + cue + "\xff": "captions_invalid", "WEBVTT" + cue + "\x00": "captions_invalid",
		"WEBVTT" + cue + strings.Repeat("a", MaxCaptions): "captions_too_large",
	} {
		if _, err := CleanCaptions(file); AsError(err).Reason != reason {
			t.Errorf("%.30q: %v, want %s", file, err, reason)
		}
	}
}

func TestMediaWordsAreCleaned(t *testing.T) {
	text, file, none := "  Hello\r\nall ", "\ufeffWEBVTT\n\n00:00.000 --> 00:02.000\nHello\n", " "
	w, err := MediaWords{Transcript: &text, Captions: &file}.Clean()
	if err != nil || *w.Transcript != "Hello\nall" || *w.Captions != file[len("\ufeff"):] {
		t.Errorf("%+v, %v", w, err)
	}
	if w, err := (MediaWords{Transcript: &none}).Clean(); err != nil || *w.Transcript != "" || w.Captions != nil || none != " " {
		t.Errorf("%+v, %v", w, err)
	}
	bad := "\x00"
	for reason, words := range map[string]MediaWords{"control_character": {Transcript: &bad}, "captions_invalid": {Captions: &bad}} {
		if _, err := words.Clean(); AsError(err).Reason != reason {
			t.Errorf("%v, want %s", err, reason)
		}
	}
}
