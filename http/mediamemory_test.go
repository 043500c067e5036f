package http

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"net/http"
	"runtime"
	"runtime/metrics"
	"testing"
	"time"

	"muster/store"
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

// On a full disk an upload is refused with 507, whether its length is known or not and
// wherever the space ends, and nothing is left: no row, no file.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	m := newMediaSite(t)
	files := m.edge.config.Media
	files.LimitSpace(1 << 20)
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
	// Each room that a small disk leaves: the file, the picture made anew, its
	// thumbnail and the places where they are kept end one after the other.
	for left := int64(64 << 10); left > 0; left -= 6 << 10 {
		files.LimitSpace(left)
		if a := m.with(m.token).upload(blobtest.JPEG(400, 300, 1), "roomId", "general"); a.status != 507 && a.status != 200 {
			t.Errorf("%d bytes left: %d %s", left, a.status, a.raw)
		}
	}
	files.LimitSpace(1 << 20)
	m.exec(`update clock_offset set ahead = interval '25 hours'`)
	m.must(m.site.Log.SweepUploads(context.Background(), files))
	if rows, left := m.count(`select count(*) from uploads`), m.list(); rows != 0 || len(left) != 0 {
		t.Errorf("%d rows and %v are left", rows, left)
	}
	m.with(m.token).upload(blobtest.PNG(8, 8), "roomId", "general").want(t, 200)
}

// An upload whose row goes while its files are being stored, because its owner is
// erased or its time has run out, leaves no file behind.
func TestUploadEndedWhileStored(t *testing.T) {
	t.Parallel()
	m := newMediaSite(t)
	ctx, files := context.Background(), m.edge.config.Media
	received, err := files.Receive(bytes.NewReader(blobtest.JPEG(40, 30, 1)), 0)
	m.must(err)
	defer received.Close()
	prepared, err := files.Prepare(ctx, received, blob.Hints{})
	m.must(err)
	defer prepared.Close()
	id, err := m.site.Log.AddUpload(ctx, store.Upload{Owner: m.chief.ID, Room: "general", Kind: prepared.Kind, ContentType: prepared.ContentType}, "")
	m.must(err)
	m.exec(`update uploads set deleted_at = muster_now()`)
	m.must(m.site.Log.RemoveUpload(ctx, files, id)) // the job comes before the files
	m.must(files.Put(ctx, id, prepared))
	if err := m.site.Log.UploadReady(ctx, id); store.CodeOf(err) != store.NotFound {
		t.Fatalf("%v", err)
	}
	m.must(m.site.Log.DropUpload(ctx, files, id))
	if left := m.list(); len(left) != 0 {
		t.Errorf("%v are left", left)
	}
	picture, err := m.AddPicture(ctx, m.chief.ID)
	m.must(err)
	m.exec(`delete from profile_pictures`)
	m.must(files.Put(ctx, picture, prepared))
	m.must(m.DropPicture(ctx, picture))
	m.must(m.site.Log.RemoveUpload(ctx, files, picture)) // as the queued job does
	if n := m.count(`select count(*) from river_job where kind = 'media_removal' and args->>'upload' = $1`, picture); n != 1 {
		t.Errorf("%d removals are queued", n)
	}
	if left := m.list(); len(left) != 0 {
		t.Errorf("%v are left", left)
	}
}
