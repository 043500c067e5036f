package faceprocess

import (
	"context"
	"fmt"
	"io"
	"net/rpc"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"

	"muster/store/face"
)

const (
	// niceness leaves three quarters of the processors to whoever else wants them. With the
	// lowest priority, 19, a picture took more than 10 s on a machine that was busy anyway.
	niceness = 5
	// garbage is how much of it may lie about, in percent of what is in use. A picture
	// makes 70 MB.
	garbage = 25
)

// Serve answers the calls that come in with an engine, until they end. It keeps one
// processor busy for each picture that is looked at, half of them at most, and lowers the
// priority of its whole process group.
//
// With 400 sockets, 200 messages a second and 20 callers who send pictures, on two cores
// for all of it, the 99th percentile of a delivery was 33 ms where a picture could take both
// and is 20 so (medians of five turns of 8 s; 13 without callers, 18 to 22 beside an endless
// loop of the idle class), with a sixth more pictures.
func Serve(engine face.Engine, in io.Reader, out io.WriteCloser) error {
	if err := lowerPriority(); err != nil {
		return err
	}
	shortenSlices()
	// On a desktop Linux each session is a group that has its share of the processors, and
	// niceness counts among the processes of a group only. Other systems have no such file.
	_ = os.WriteFile("/proc/self/autogroup", []byte(strconv.Itoa(niceness)), 0)
	debug.SetGCPercent(garbage)
	runtime.GOMAXPROCS(face.AtOnce())
	server := rpc.NewServer()
	if err := server.RegisterName(service, &calls{engine}); err != nil {
		return err
	}
	server.ServeConn(pipes{in, out})
	return nil
}

// pipes are the two ends as one connection.
type pipes struct {
	io.Reader
	io.WriteCloser
}

// calls are what the process offers. Each has the shape that net/rpc wants. A panic is
// answered as a failure.
type calls struct{ engine face.Engine }

func (c *calls) Ready(_ struct{}, reply *ReadyReply) error {
	*reply = ReadyReply{c.engine.ID(), failureOf(c.engine.Ready(context.Background()))}
	return nil
}

func (c *calls) Read(request ReadRequest, reply *ReadReply) error {
	defer recovered(&reply.Failure)
	picture, err := c.engine.Read(context.Background(), request.Sent)
	*reply = ReadReply{picture, failureOf(err)}
	return nil
}

func (c *calls) Enrol(request EnrolRequest, reply *EnrolReply) error {
	defer recovered(&reply.Failure)
	enrolment, err := c.engine.Enrol(context.Background(), request.Picture)
	*reply = EnrolReply{enrolment, failureOf(err)}
	return nil
}

func (c *calls) Compare(request CompareRequest, reply *CompareReply) error {
	defer recovered(&reply.Failure)
	enrolled := face.Reference{Template: request.Template, Picture: func(context.Context) (face.Picture, error) {
		return request.Enrolled, nil
	}}
	comparison, err := c.engine.Compare(context.Background(), enrolled, request.Picture)
	*reply = CompareReply{comparison, failureOf(err)}
	return nil
}

func recovered(f *Failure) {
	if r := recover(); r != nil {
		*f = Failure{Text: fmt.Sprintf("the engine panicked: %v", r)}
	}
}
