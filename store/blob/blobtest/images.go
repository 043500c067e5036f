package blobtest

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
)

// Secret is what the metadata of the made pictures says. It must be in nothing
// that is stored.
const Secret = "55.6761N 12.5683E"

// Picture draws a picture whose upper left quarter is red and whose rest is a
// gradient of blue.
func Picture(width, height int) *image.RGBA {
	p := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := color.RGBA{0, uint8(x * 255 / width), uint8(128 + y*127/height), 255}
			if x < width/2 && y < height/2 {
				c = color.RGBA{220, 20, 20, 255}
			}
			p.SetRGBA(x, y, c)
		}
	}
	return p
}

// JPEG is a photo as a camera writes it that was held by EXIF's orientation, with
// a place in its metadata.
func JPEG(width, height, orientation int) []byte {
	var b bytes.Buffer
	must(jpeg.Encode(&b, Picture(width, height), nil))
	raw := b.Bytes()
	tiff := []byte("MM\x00*\x00\x00\x00\x08")
	tiff = append(tiff, 0, 2)             // entries
	tiff = append(tiff, 0x01, 0x0e, 0, 2) // ImageDescription, ASCII
	tiff = binary.BigEndian.AppendUint32(tiff, uint32(len(Secret)+1))
	tiff = binary.BigEndian.AppendUint32(tiff, 8+2+24+4)
	tiff = append(tiff, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, byte(orientation), 0, 0) // Orientation, SHORT
	tiff = append(tiff, 0, 0, 0, 0)
	tiff = append(tiff, Secret+"\x00"...)
	exif := append([]byte("Exif\x00\x00"), tiff...)
	out := append([]byte{}, raw[:2]...)
	out = append(out, 0xff, 0xe1)
	out = binary.BigEndian.AppendUint16(out, uint16(len(exif)+2))
	out = append(out, exif...)
	comment := append([]byte{0xff, 0xfe}, binary.BigEndian.AppendUint16(nil, uint16(len(Secret)+2))...)
	out = append(append(out, comment...), Secret...)
	return append(out, raw[2:]...)
}

// PNG has a text among its chunks.
func PNG(width, height int) []byte {
	var b bytes.Buffer
	must(png.Encode(&b, Picture(width, height)))
	raw := b.Bytes()
	const head = 8 + 25 // signature and IHDR
	return append(append(append([]byte{}, raw[:head]...), Chunk("tEXt", []byte("Comment\x00"+Secret))...), raw[head:]...)
}

// GIF moves: it has several pictures, and a comment.
func GIF(width, height, pictures int) []byte {
	g := gif.GIF{}
	for i := range pictures {
		p := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.White, color.RGBA{200, 0, 0, 255}, color.Black})
		for x := range width {
			p.SetColorIndex(x, i%height, 1)
		}
		g.Image, g.Delay = append(g.Image, p), append(g.Delay, 10)
	}
	var b bytes.Buffer
	must(gif.EncodeAll(&b, &g))
	raw := b.Bytes()
	end := len(raw) - 1
	comment := append([]byte{0x21, 0xfe, byte(len(Secret))}, Secret...)
	return append(append(append([]byte{}, raw[:end]...), append(comment, 0)...), raw[end])
}

// Chunk is a chunk of a PNG file.
func Chunk(name string, data []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	out = append(append(out, name...), data...)
	return binary.BigEndian.AppendUint32(out, crc(out[4:]))
}

// stillWebP is a lossless picture of one pixel (RFC 9649 section 3).
var stillWebP = []byte{0x2f, 0x00, 0x00, 0x00, 0x10, 0x07, 0x10, 0x11, 0x11, 0x88, 0x88, 0xfe, 0x07}

// WebP is a still picture of one pixel.
func WebP() []byte { return riff("WEBP", riffChunk("VP8L", stillWebP)) }

// MovingWebP has so many pictures, and metadata of every kind.
func MovingWebP(pictures int) []byte {
	frame := append([]byte{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100, 0, 0, 0}, riffChunk("VP8L", stillWebP)...)
	frames := bytes.Repeat(riffChunk("ANMF", frame), pictures)
	return riff("WEBP",
		riffChunk("VP8X", []byte{0x02 | 0x04 | 0x08 | 0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0}),
		riffChunk("ICCP", []byte(Secret)),
		riffChunk("ANIM", []byte{255, 255, 255, 255, 0, 0}),
		frames,
		riffChunk("EXIF", []byte(Secret)), riffChunk("XMP ", []byte(Secret)),
	)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
