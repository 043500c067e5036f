package demo

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"muster/cmd/muster/internal/node"
	members "muster/store/postgres/people"
)

// samplePictures are the demo members who show a picture, each with another time of day.
var samplePictures = map[string]float64{"commander": 0.5, "ann": 1.6, "cleo": 2.7}

// pictures gives demo members their profile pictures.
func (f Files) pictures(ctx context.Context, d *seeding) (err error) {
	files, err := node.OpenMedia(ctx, f.MediaURL, f.DataDir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, files.Close()) }()
	for who, n := range samplePictures {
		received, err := files.ReceivePicture(bytes.NewReader(drawLandscape(n)))
		if err != nil {
			return fmt.Errorf("demo picture of %s: %w", who, err)
		}
		defer received.Close()
		prepared, err := files.PreparePicture(ctx, received)
		if err != nil {
			return fmt.Errorf("demo picture of %s: %w", who, err)
		}
		defer prepared.Close()
		id, err := members.New(d.db.DB).AddPicture(ctx, d.members[who])
		if err != nil {
			return err
		}
		if err := files.Put(ctx, id, prepared); err != nil {
			return err
		}
		if _, err := members.New(d.db.DB).ShowPicture(ctx, d.members[who], id); err != nil {
			return err
		}
	}
	return nil
}
