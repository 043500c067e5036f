package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"time"
)

// source is another place from which a setting is taken: NAME with the suffix says where.
type source struct {
	suffix string
	read   func(argument string) (string, error)
}

// sources are a file, as containers mount a secret, and a command, as a vault's own client.
var sources = []source{{"_FILE", readFile}, {"_COMMAND", readCommand}}

// commandTime is how long a command may take: a vault that does not answer is reported.
const commandTime = 30 * time.Second

// settingName is the setting that a variable gives, itself or from another source.
func settingName(variable string) string {
	for _, from := range sources {
		variable = strings.TrimSuffix(variable, from.suffix)
	}
	return variable
}

func readFile(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", errors.New("cannot be read: " + err.Error())
	}
	value := strings.TrimSpace(string(text))
	if value == "" {
		return "", errors.New("cannot be read: " + path + " is empty")
	}
	return value, nil
}

// readCommand runs a command by the shell and gives what it prints. What it complains goes
// where this program complains; what it printed is shown nowhere.
func readCommand(command string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), commandTime)
	defer cancel()
	run := exec.CommandContext(ctx, "sh", "-c", command)
	run.Stderr = os.Stderr
	run.WaitDelay = time.Second
	text, err := run.Output()
	value := strings.TrimSpace(string(text))
	switch {
	case ctx.Err() != nil:
		return "", errors.New("took longer than " + commandTime.String())
	case err != nil:
		return "", errors.New("failed: " + err.Error())
	case value == "":
		return "", errors.New("printed nothing")
	}
	return value, nil
}
