package embedded

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"math/bits"
	"testing"

	"muster/store/blob/pixels"
)

// heldPNG is the photograph that a camera held another way would have made.
func heldPNG(t *testing.T, raw []byte, turn int) []byte {
	t.Helper()
	decoded, _, err := image.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	back := map[int]int{3: 3, 6: 8, 8: 6}[turn]
	var file bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&file, pixels.Turned(decoded, back)); err != nil {
		t.Fatal(err)
	}
	chunk := []byte("eXIfMM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(rune(turn)) + "\x00\x00\x00\x00\x00\x00")
	const header = 8 + 25 // the signature and the first chunk
	out := append([]byte{}, file.Bytes()[:header]...)
	out = binary.BigEndian.AppendUint32(out, uint32(len(chunk)-4))
	out = append(out, chunk...)
	out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(chunk))
	return append(out, file.Bytes()[header:]...)
}

func bitsApart(a, b uint64) int { return bits.OnesCount64(a ^ b) }
