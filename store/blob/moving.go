package blob

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"image/gif"
	"io"

	"golang.org/x/image/webp"

	"muster/store"
)

// prepareGIF rewrites a GIF without comments, metadata and what follows its end,
// and makes a thumbnail of its first picture. It keeps moving, and nothing but
// the first picture is decoded.
func (s *Storage) prepareGIF(ctx context.Context, p *Prepared) error {
	p.ContentType = "image/gif"
	err := s.decodeImage(ctx, p.received, func(img image) (err error) {
		p.thumbnail, err = s.makeThumbnail(img)
		return err
	})
	if err != nil {
		return err
	}
	config, err := gif.DecodeConfig(bufio.NewReader(p.received.reader()))
	if err != nil {
		return store.ErrFileDamaged()
	}
	p.Metadata.Width, p.Metadata.Height = config.Width, config.Height
	p.made, err = s.write(func(w io.Writer) error {
		out := bufio.NewWriterSize(w, headSize)
		g := gifCopy{in: bufio.NewReaderSize(p.received.reader(), headSize), out: out}
		g.run()
		return errors.Join(g.err, out.Flush())
	})
	return err
}

// frameCount bounds what a browser has to decode of a moving picture.
type frameCount struct{ frames, pixels int64 }

// add counts a frame and says whether the picture is still within the bounds.
func (c *frameCount) add(width, height int) bool {
	c.frames++
	c.pixels += int64(width) * int64(height)
	return c.frames <= store.MaxFrames && c.pixels <= store.MaxPixels
}

// gifCopy copies a GIF block by block (the GIF89a specification).
type gifCopy struct {
	in    *bufio.Reader
	out   *bufio.Writer
	count frameCount
	err   error
}

// read reads n bytes; zeros after a failure.
func (g *gifCopy) read(n int) []byte {
	b := make([]byte, n)
	if g.err != nil {
		return b
	}
	if _, err := io.ReadFull(g.in, b); err != nil {
		g.err = store.ErrFileDamaged()
	}
	return b
}

func (g *gifCopy) write(b []byte) {
	if g.err == nil {
		_, g.err = g.out.Write(b)
	}
}

// colours copies a table of colours that a flag announces.
func (g *gifCopy) colours(flags byte) {
	if flags&0x80 != 0 {
		g.write(g.read(3 << (flags&7 + 1)))
	}
}

// blocks copies a chain of blocks, or skips it.
func (g *gifCopy) blocks(keep bool) {
	for g.err == nil {
		size := g.read(1)
		data := g.read(int(size[0]))
		if keep {
			g.write(size)
			g.write(data)
		}
		if size[0] == 0 {
			return
		}
	}
}

func (g *gifCopy) run() {
	head := g.read(13)
	g.write(head)
	g.colours(head[10])
	for g.err == nil {
		switch kind := g.read(1); kind[0] {
		case 0x2c: // a picture
			g.write(kind)
			place := g.read(9)
			if !g.count.add(int(binary.LittleEndian.Uint16(place[4:])), int(binary.LittleEndian.Uint16(place[6:]))) {
				g.err = cmp.Or(g.err, error(store.ErrTooManyFrames()))
			}
			g.write(place)
			g.colours(place[8])
			g.write(g.read(1))
			g.blocks(true)
		case 0x21:
			g.extension()
		case 0x3b: // the end
			g.write(kind)
			return
		default:
			g.err = store.ErrFileDamaged()
		}
	}
}

// extension keeps how long a picture is shown and how often all are repeated.
func (g *gifCopy) extension() {
	label := g.read(1)
	switch label[0] {
	case 0xf9:
		g.write([]byte{0x21, 0xf9})
		g.blocks(true)
	case 0xff:
		size := g.read(1)
		name := g.read(int(size[0]))
		keep := string(name) == "NETSCAPE2.0" || string(name) == "ANIMEXTS1.0"
		if keep {
			g.write([]byte{0x21, 0xff, size[0]})
			g.write(name)
		}
		g.blocks(keep)
	default:
		g.blocks(false)
	}
}

// webpChunk is one chunk of a WebP file (RFC 9649).
type webpChunk struct {
	name string
	body []byte
}

// webpChunks splits a chain of chunks; ok is false when it is cut off.
func webpChunks(b []byte) (chunks []webpChunk, ok bool) {
	for len(b) >= 8 {
		size := int64(binary.LittleEndian.Uint32(b[4:]))
		if size > int64(len(b)-8) {
			return nil, false
		}
		chunks = append(chunks, webpChunk{string(b[:4]), b[8 : 8+size]})
		b = b[min(8+size+size%2, int64(len(b))):]
	}
	return chunks, len(b) == 0
}

// riff writes chunks as a WebP file.
func riff(chunks []webpChunk) []byte {
	out := []byte("RIFF\x00\x00\x00\x00WEBP")
	for _, c := range chunks {
		out = appendChunk(out, c)
	}
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8))
	return out
}

func appendChunk(to []byte, c webpChunk) []byte {
	to = append(to, c.name...)
	to = binary.LittleEndian.AppendUint32(to, uint32(len(c.body)))
	to = append(to, c.body...)
	if len(c.body)%2 == 1 {
		to = append(to, 0)
	}
	return to
}

// Flags of the VP8X chunk.
const (
	webpMoves = 0x02
	webpAlpha = 0x10
)

// prepareMovingWebP rewrites a WebP that moves with nothing in it but its
// pictures; moving is false for one that does not.
func (s *Storage) prepareMovingWebP(ctx context.Context, p *Prepared) (moving bool, err error) {
	raw, err := io.ReadAll(p.received.reader())
	if err != nil {
		return false, failure(err)
	}
	if len(raw) < 12 {
		return false, store.ErrFileDamaged()
	}
	end := int64(binary.LittleEndian.Uint32(raw[4:])) + 8
	if end > int64(len(raw)) || end < 12 {
		return false, store.ErrFileDamaged()
	}
	chunks, ok := webpChunks(raw[12:end])
	if !ok || len(chunks) == 0 {
		return false, store.ErrFileDamaged()
	}
	extended := chunks[0]
	if extended.name != "VP8X" || len(extended.body) < 10 || extended.body[0]&webpMoves == 0 {
		return false, nil
	}
	width, height := 1+uint24(extended.body[4:]), 1+uint24(extended.body[7:])
	if err := checkPixels(width, height); err != nil {
		return true, err
	}
	features := bytes.Clone(extended.body[:10])
	features[0] &= webpMoves | webpAlpha
	kept := []webpChunk{{"VP8X", features}}
	first, count := []webpChunk(nil), frameCount{}
	for _, c := range chunks[1:] {
		switch c.name {
		case "ANIM":
			kept = append(kept, c)
		case "ANMF":
			body, pictures, ok := cleanFrame(c.body, width, height)
			if !ok {
				return true, store.ErrFileDamaged()
			}
			if !count.add(1+uint24(c.body[6:]), 1+uint24(c.body[9:])) {
				return true, store.ErrTooManyFrames()
			}
			if first == nil {
				first = pictures
			}
			kept = append(kept, webpChunk{"ANMF", body})
		}
	}
	if first == nil {
		return true, store.ErrFileDamaged()
	}
	if err := s.webpThumbnail(ctx, p, first, width, height); err != nil {
		return true, err
	}
	p.ContentType = "image/webp"
	p.Metadata.Width, p.Metadata.Height = width, height
	p.made, err = s.write(func(w io.Writer) error {
		_, err := w.Write(riff(kept))
		return err
	})
	return true, err
}

// cleanFrame gives a frame with nothing but its picture, and that picture as the
// chunks of a file of its own.
func cleanFrame(body []byte, width, height int) (clean []byte, still []webpChunk, ok bool) {
	const frameHead = 16
	if len(body) < frameHead {
		return nil, nil, false
	}
	x, y, w, h := 2*uint24(body), 2*uint24(body[3:]), 1+uint24(body[6:]), 1+uint24(body[9:])
	inner, ok := webpChunks(body[frameHead:])
	if !ok || x+w > width || y+h > height {
		return nil, nil, false
	}
	clean = bytes.Clone(body[:frameHead])
	alpha := false
	for _, c := range inner {
		switch c.name {
		case "ALPH":
			alpha = true
			fallthrough
		case "VP8 ", "VP8L":
			still = append(still, c)
			clean = appendChunk(clean, c)
		}
	}
	if alpha {
		features := []byte{webpAlpha, 0, 0, 0, byte(w - 1), byte((w - 1) >> 8), byte((w - 1) >> 16), byte(h - 1), byte((h - 1) >> 8), byte((h - 1) >> 16)}
		still = append([]webpChunk{{"VP8X", features}}, still...)
	}
	return clean, still, len(still) > 0
}

// webpThumbnail makes the thumbnail from the first picture.
func (s *Storage) webpThumbnail(ctx context.Context, p *Prepared, first []webpChunk, width, height int) error {
	raw := riff(first)
	config, err := webp.DecodeConfig(bytes.NewReader(raw))
	if err != nil || config.Width > width || config.Height > height {
		return store.ErrFileDamaged()
	}
	return s.decode.run(ctx, int64(width)*int64(height), func() error {
		pixels, err := webp.Decode(bytes.NewReader(raw))
		if err != nil {
			return store.ErrFileDamaged()
		}
		p.thumbnail, err = s.makeThumbnail(image{pixels: pixels, turn: 1})
		return err
	})
}

func uint24(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }
