package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"muster/store"
)

// secret is MUSTER_SECRET with the one that is accepted beside it; zero for none.
func (s settings) secret() (store.Secret, error) {
	if s.Secret == "" {
		return store.Secret{}, nil
	}
	secret, err := store.NewSecret(s.Secret)
	if err != nil {
		return secret, store.NewError(store.Invalid, "MUSTER_SECRET must be at least "+strconv.Itoa(store.MinSecret)+" characters long")
	}
	return s.accepting(secret)
}

// accepting is a secret with MUSTER_SECRET_OTHER beside it.
func (s settings) accepting(secret store.Secret) (store.Secret, error) {
	if s.SecretOther == "" {
		return secret, nil
	}
	other, err := store.NewSecret(s.SecretOther)
	if err != nil {
		return secret, store.NewError(store.Invalid, "MUSTER_SECRET_OTHER must be at least "+strconv.Itoa(store.MinSecret)+" characters long")
	}
	if bytes.Equal(other.Fingerprint(), secret.Fingerprint()) {
		return secret, store.NewError(store.Invalid, "MUSTER_SECRET_OTHER is the same as MUSTER_SECRET")
	}
	return secret.Accepting(other), nil
}

// dataSecret reads the secret that a dev node made for its data directory, or
// makes it, once.
func dataSecret(dir string) (store.Secret, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return store.Secret{}, err
	}
	path := filepath.Join(dir, "secret")
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		if err := writeSecret(path); err != nil && !errors.Is(err, os.ErrExist) {
			return store.Secret{}, err
		}
		text, err = os.ReadFile(path)
	}
	if err != nil {
		return store.Secret{}, err
	}
	secret, err := store.NewSecret(strings.TrimSpace(string(text)))
	if err != nil {
		return secret, errors.New(path + " holds no secret of at least " + strconv.Itoa(store.MinSecret) + " characters: put back the one that was there, or remove it for a new one")
	}
	return secret, nil
}

// writeSecret writes a new secret, which is linked into place: a disk that is full, or a
// process that is killed, leaves no empty file that no node starts with.
func writeSecret(path string) error {
	file, err := os.CreateTemp(filepath.Dir(path), ".secret-") // its owner's alone
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	_, err = file.WriteString(store.NewToken() + "\n")
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Link(file.Name(), path); err == nil || errors.Is(err, os.ErrExist) {
		return err
	}
	return os.Rename(file.Name(), path) // a file system without links
}

// savedSecret is the secret of the settings, or the one of a dev node's data directory.
func (s settings) savedSecret() (store.Secret, error) {
	if s.Secret != "" {
		return s.secret()
	}
	secret, err := dataSecret(s.DataDir)
	if err != nil {
		return secret, err
	}
	return s.accepting(secret)
}
