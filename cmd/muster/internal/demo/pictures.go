package demo

import (
	"context"

	members "muster/store/postgres/people"
)

// samplePictures are the demo members who show a picture, each with another time of day.
var samplePictures = map[string]float64{"commander": 0.5, "ann": 1.6, "cleo": 2.7}

// pictures gives demo members their profile pictures.
func (d *seeding) pictures(ctx context.Context, s *studio) error {
	for who := range samplePictures {
		prepared, err := s.take(pictureOf(who))
		if err != nil {
			return err
		}
		id, err := members.New(d.db.DB).AddPicture(ctx, d.members[who])
		if err != nil {
			return err
		}
		if err := s.files.Put(ctx, id, prepared); err != nil {
			return err
		}
		if _, err := members.New(d.db.DB).ShowPicture(ctx, d.members[who], id); err != nil {
			return err
		}
	}
	return nil
}
