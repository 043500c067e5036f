package demo

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"time"

	"muster/store"
	"muster/store/blob"
	"muster/store/encrypted"
	messages "muster/store/postgres/encrypted"
	logs "muster/store/postgres/roomlog"
)

// The codes of the demo; all are posted in rooms.
const (
	sampleWords = "EAST-0001"
	sampleAlbum = "MILL-1904"
	sampleFilm  = "FIRE-0042"
	sampleLater = "CAMP-2100"
)

// watchfire is a drawn watch fire of five seconds.
//
//go:embed watchfire.webm
var watchfire []byte

// sampleAlbumFiles are the pictures of sampleAlbum.
var sampleAlbumFiles = []string{"the-mill.jpg", "north-path.jpg", "first-light.jpg", "last-camp.jpg"}

// decrypts stores the files of the demo's encrypted messages. To make the messages, and to
// have one of them opened, waits.
func (f Files) decrypts(ctx context.Context, d *seeding, pictures *studio) error {
	to := messages.New(d.db.DB, encrypted.NewKeys(f.Secret))
	now, err := d.db.Now(ctx)
	if err != nil {
		return err
	}
	var album []string
	for i, name := range sampleAlbumFiles {
		drawn, err := pictures.take(landscapeOf(i))
		if err != nil {
			return err
		}
		id, err := d.upload(ctx, to, pictures.files, name, drawn)
		if err != nil {
			return fmt.Errorf("demo picture %s: %w", name, err)
		}
		album = append(album, id)
	}
	film, err := d.film(ctx, to, pictures.files)
	if err != nil {
		return fmt.Errorf("demo video: %w", err)
	}
	d.laterAsAdmin(0, func(ctx context.Context, admin store.Caller) error {
		views, hours := 100.0, 24.0
		for _, draft := range []encrypted.Draft{
			{Kind: encrypted.Text, Code: sampleWords, Content: "You found the first one.\n\nThe next code is on the back of the map at the east gate. Keep it to yourself until Saturday.", Views: &views},
			{Kind: encrypted.Gallery, Code: sampleAlbum, Content: "Four pictures from the walk to the old mill.", Items: album},
			{Kind: encrypted.Video, Code: sampleFilm, Content: "The watch fire, just before the rain.", VideoID: film},
			{Kind: encrypted.Text, Code: sampleLater, Content: "Turn left at the burnt oak, then follow the white stones.", OpensAt: now.Add(30 * time.Hour), Hours: &hours},
		} {
			if _, err := to.Create(ctx, admin, draft); err != nil {
				return fmt.Errorf("demo code %s: %w", draft.Code, err)
			}
		}
		_, err := to.Open(ctx, d.members["ann"], "", sampleWords, "")
		return err
	})
	return nil
}

// film stores the watch fire, and returns its id.
func (d *seeding) film(ctx context.Context, to *messages.Messages, files *blob.Storage) (string, error) {
	received, err := files.Receive(bytes.NewReader(watchfire), int64(len(watchfire)))
	if err != nil {
		return "", err
	}
	defer received.Close()
	prepared, err := files.Prepare(ctx, received, blob.Hints{Duration: 5})
	if err != nil {
		return "", err
	}
	defer prepared.Close()
	return d.upload(ctx, to, files, "watch-fire.webm", prepared)
}

// upload stores a file of the demo as the administrator's, and returns its id.
func (d *seeding) upload(ctx context.Context, to *messages.Messages, files *blob.Storage, name string, prepared *blob.Prepared) (string, error) {
	id, keys, err := to.AddFile(ctx, encrypted.File{FileName: name, Upload: store.Upload{
		Owner: d.members[administrator], Kind: prepared.Kind, ContentType: prepared.ContentType,
		Size: prepared.Size, Thumbnail: prepared.HasThumbnail(), Metadata: prepared.Metadata,
	}})
	if err != nil {
		return "", err
	}
	if err := files.PutSealed(ctx, id, prepared, keys.Key); err != nil {
		return "", err
	}
	return id, logs.New(d.db.DB).UploadReady(ctx, id)
}

// drawLandscape draws hills under a sky; each n is another time of day.
func drawLandscape(n float64) []byte {
	const width, height = 960, 640
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	mix := func(a, b [3]float64, t float64) color.RGBA {
		at := func(i int) uint8 { return uint8(a[i] + (b[i]-a[i])*min(max(t, 0), 1)) }
		return color.RGBA{at(0), at(1), at(2), 255}
	}
	dusk := math.Mod(n*0.37, 1)
	top, low := [3]float64{22 + 60*dusk, 34 + 70*dusk, 66 + 90*dusk}, [3]float64{196, 138 + 60*dusk, 84 + 110*dusk}
	near, far := [3]float64{20, 30 + 12*n, 26}, [3]float64{92 - 8*n, 108, 112 - 10*n}
	for x := range width {
		px := float64(x) / width
		var ridges [4]float64
		for layer := range ridges {
			l := float64(layer)
			ridges[layer] = 0.46 + 0.12*l + 0.06*math.Sin(px*(5+l*2)+n*2+l*1.7) + 0.025*math.Sin(px*(17-l*2)+n*5+l)
		}
		for y := range height {
			py := float64(y) / height
			c := mix(top, low, py*1.4)
			if r := math.Hypot(px-0.25-0.15*n, (py-0.24-0.04*n)*height/width); r < 0.045 {
				c = color.RGBA{250, 232, 190, 255}
			}
			for layer, ridge := range ridges {
				if py > ridge {
					c = mix(far, near, float64(layer)/3+0.15*(py-ridge))
				}
			}
			img.SetRGBA(x, y, c)
		}
	}
	var out bytes.Buffer
	_ = jpeg.Encode(&out, img, &jpeg.Options{Quality: 86}) // a buffer never fails
	return out.Bytes()
}
