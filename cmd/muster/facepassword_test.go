package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"muster/store/face"
)

const testPassword = "four plain words do"

// passwordOf runs the command with an input.
func passwordOf(in io.Reader) (status int, out, complaints string) {
	var o, e bytes.Buffer
	status = program{args: []string{"face-password"}, in: in, out: &o, err: &e}.run()
	return status, o.String(), e.String()
}

// printedHash is the hash in the line that the command prints, as a shell reads it.
func printedHash(t *testing.T, out string) face.Password {
	t.Helper()
	text, ok := strings.CutPrefix(out, "FACE_ADMIN_PASSWORD_HASH='")
	text, closed := strings.CutSuffix(text, "'\n")
	hash, err := face.ParsePassword(text)
	if !ok || !closed || err != nil {
		t.Fatalf("it printed %q: %v", out, err)
	}
	return hash
}

// The printed line sets a password that opens the viewer, and that no other opens.
func TestFacePasswordPrintsTheSetting(t *testing.T) {
	t.Parallel()
	for _, sent := range []string{testPassword, testPassword + "\n", testPassword + "\r\n"} {
		status, out, said := passwordOf(strings.NewReader(sent))
		if status != 0 || said != "" {
			t.Fatalf("status %d: %s", status, said)
		}
		if hash := printedHash(t, out); !hash.Matches(testPassword) || hash.Matches(testPassword+"\n") {
			t.Errorf("%q: the hash is of something else", sent)
		}
	}
}

func TestFacePasswordSaysItsRule(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string]string{
		"":                                 "no password",
		"\n":                               "at least 15 characters",
		"ä ä ä ä ä ä ä":                    "at least 15 characters",
		strings.Repeat("x", 257):           "at most 256 bytes",
		testPassword + "\nand a line more": "one line of text",
		testPassword + " ":                 "begin or end with a space",
		testPassword + "\xff":              "one line of text",
	} {
		status, out, said := passwordOf(strings.NewReader(sent))
		if status != 1 || out != "" || !strings.Contains(said, want) {
			t.Errorf("%q: status %d, %q, %q", sent, status, out, said)
		}
	}
	if status, _, said := run(nil, "face-password", testPassword); status != 2 {
		t.Errorf("a password in the arguments: status %d, %s", status, said)
	}
}

// On a terminal it asks twice, and the terminal shows nothing of what is typed.
func TestFacePasswordOnATerminal(t *testing.T) {
	t.Parallel()
	for again, wanted := range map[string]int{testPassword: 0, "four other words do": 1} {
		typist, terminal := openTerminal(t)
		var out, complaints bytes.Buffer
		asked := make(chan string, 4)
		var status int
		done := make(chan struct{})
		go func() {
			defer close(done)
			status = program{args: []string{"face-password"}, in: terminal, out: &out, err: io.MultiWriter(&complaints, sayer(asked))}.run()
		}()
		for _, line := range []string{testPassword, again} {
			<-asked
			// The prompt comes before the echo is off: type when it is.
			for echo := true; echo; {
				state, err := unix.IoctlGetTermios(int(terminal.Fd()), unix.TCGETS)
				if err != nil {
					t.Fatal(err)
				}
				echo = state.Lflag&unix.ECHO != 0
			}
			fmt.Fprintln(typist, line)
		}
		<-done
		if status != wanted {
			t.Fatalf("status %d: %s", status, complaints.String())
		}
		if wanted == 0 && !printedHash(t, out.String()).Matches(testPassword) {
			t.Error("the hash is of something else")
		}
		if wanted == 1 && !strings.Contains(complaints.String(), "the two passwords differ") {
			t.Errorf("it says %s", complaints.String())
		}
		fmt.Fprintln(terminal, "end")
		shown := make([]byte, 4096)
		n, err := typist.Read(shown)
		if err != nil || strings.Contains(string(shown[:n]), "words") {
			t.Errorf("the terminal shows %q, %v", shown[:n], err)
		}
	}
}

// sayer hands prompts on, which end without a line's end.
type sayer chan string

func (s sayer) Write(said []byte) (int, error) {
	if bytes.HasSuffix(said, []byte(": ")) {
		s <- string(said)
	}
	return len(said), nil
}

// openTerminal makes a pseudo-terminal: what is written to typist is typed at terminal.
func openTerminal(t *testing.T) (typist, terminal *os.File) {
	t.Helper()
	typist, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { typist.Close() })
	number, err := unix.IoctlGetInt(int(typist.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(typist.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { terminal.Close() })
	return typist, terminal
}
