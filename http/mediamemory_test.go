package http

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"net/http"
	"os/exec"
	"runtime"
	"runtime/metrics"
	"testing"
	"time"

	"muster/store/blob"
	"muster/store/blob/blobtest"
)

// heapUse is what the heap's objects take, dead ones included.
func heapUse() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// A video of 100 MiB passes through the server in pieces.
func TestMEDIA3VideoNeedsLittleMemory(t *testing.T) {
	m := newMediaSite(t)
	const limit = 100 << 20
	head := blobtest.MP4("isom", blobtest.Tracks{Video: true}, false, 0)
	data := bytes.Index(head, []byte("mdat"))
	binary.BigEndian.PutUint32(head[data-4:], uint32(limit-data+4))
	begin := "--x\r\nContent-Disposition: form-data; name=\"roomId\"\r\n\r\ngeneral\r\n--x\r\nContent-Disposition: form-data; name=\"media\"; filename=\"a\"\r\n\r\n"
	body := io.MultiReader(bytes.NewReader([]byte(begin)), bytes.NewReader(head), zeros(int64(limit-len(head))), bytes.NewReader([]byte("\r\n--x--\r\n")))
	request, err := http.NewRequest("POST", m.base+"/api/chat-media/upload", body)
	m.must(err)
	request.Header.Set("Authorization", "Bearer "+m.token)
	request.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	runtime.GC()
	before, most := heapUse(), uint64(0)
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(2 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
				most = max(most, heapUse())
			}
		}
	}()
	reply, err := http.DefaultClient.Do(request)
	close(stop)
	<-done
	m.must(err)
	reply.Body.Close()
	if reply.StatusCode != 200 {
		t.Fatalf("%d", reply.StatusCode)
	}
	t.Logf("%d KiB more at most", (most-min(before, most))>>10)
	if most > before+30<<20 {
		t.Errorf("%d MiB more", (most-before)>>20)
	}
}

// On a full disk an upload is refused with 507, whether its length is known or not,
// and nothing is left.
func TestFullDisk(t *testing.T) {
	small := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", small).CombinedOutput(); err != nil {
		t.Skipf("no small disk can be made here: %s", out)
	}
	t.Cleanup(func() { exec.Command("umount", "-l", small).Run() })
	m := newMediaSite(t)
	files, err := blob.OpenFolder(small)
	m.must(err)
	m.edge.config.Media = files
	m.folder = small
	movie := blobtest.MP4("isom", blobtest.Tracks{Video: true}, true, 3<<20)
	m.with(m.token).upload(movie, "roomId", "general").want(t, 507)
	body, kind := form(movie, "roomId", "general")
	chunked := m.with(m.token).send("POST", "/api/chat-media/upload", struct{ io.Reader }{body}, "Content-Type", kind).want(t, 507)
	if chunked.body["code"] != "storage_full" {
		t.Errorf("%s", chunked.raw)
	}
	// It fits once, but not a second time where it is kept.
	body, kind = form(blobtest.WAV(700<<10), "roomId", "general")
	m.with(m.token).send("POST", "/api/chat-media/upload", struct{ io.Reader }{body}, "Content-Type", kind).want(t, 507)
	m.must(m.SweepUploads(context.Background(), files))
	if rows, left := m.count(`select count(*) from uploads`), m.files(); rows != 0 || left != 0 {
		t.Errorf("%d rows and %d files are left", rows, left)
	}
	m.with(m.token).upload(blobtest.PNG(8, 8), "roomId", "general").want(t, 200)
}
