package main

import (
	"bytes"
	"context"

	"muster/store"
	"muster/store/blob"
	"muster/store/face"
	"muster/store/postgres"
	faces "muster/store/postgres/face"
)

// demoFaces enrols the faces of demo members, by their e-mail address, as the members
// themselves would.
func demoFaces(ctx context.Context, db *postgres.DB, secret store.Secret, media *blob.Storage, engine face.Engine, pictures map[string]face.Picture) error {
	checks := faces.New(db, face.NewKeys(secret))
	for address, picture := range pictures {
		if err := demoFace(ctx, db, checks, media, engine, address, picture); err != nil {
			return err
		}
	}
	return nil
}

func demoFace(ctx context.Context, db *postgres.DB, checks *faces.Faces, media *blob.Storage, engine face.Engine, address string, picture face.Picture) error {
	m, err := db.FindMember(ctx, address)
	if err != nil {
		return err
	}
	bearer, session, err := db.CreateSession(ctx, store.MemberSession, m.ID, "Demo", "")
	if err != nil {
		return err
	}
	step, err := checks.Start(ctx, store.Caller{Session: session, Member: m}, bearer)
	if err != nil {
		return err
	}
	enrolling, err := checks.PrepareEnrolment(ctx, step.Token)
	if err != nil {
		return err
	}
	made, err := engine.Enrol(ctx, picture)
	if err != nil {
		return err
	}
	enrolling.Engine, enrolling.ConsentVersion = engine.ID(), face.ConsentVersion
	if err := media.PutFile(ctx, enrolling.ID, store.MediaFile, bytes.NewReader(enrolling.Key.SealPicture(enrolling.ID, picture.JPEG))); err != nil {
		return err
	}
	if _, err := checks.Enrol(ctx, enrolling, made, picture.JPEG); err != nil {
		return err
	}
	return db.EndSession(ctx, session.ID, m.ID)
}
