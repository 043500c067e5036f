package node

import (
	"context"
	"log/slog"

	facecalls "muster/http/face"
	"muster/store/face"
	faces "muster/store/postgres/face"
)

// wireFaces makes the face checks and registers their jobs. An engine that cannot work
// stops no node: its calls are refused, and the log says why.
func (n *Node) wireFaces(ctx context.Context, c Config) {
	n.faces = faces.New(n.DB.DB, face.NewKeys(c.Secret))
	n.DB.Join(n.faces)
	n.jobs.AddFaceRetention(n.faces, c.Face.Keep)
	if !n.faceCalls(c).On() {
		return
	}
	n.logins.AskFaces(n.faces)
	if c.Face.Gate {
		n.roomLog.RequireFaces()
	}
	if err := c.Face.Engine.Ready(ctx); err != nil {
		n.log.Error("face checks cannot work: members with an enrolled face cannot sign in", slog.String("engine", c.Face.Name), slog.Any("error", err))
	}
}

// faceCalls is what the calls of the face checks stand on.
func (n *Node) faceCalls(c Config) facecalls.Config {
	return facecalls.Config{
		Faces: n.faces, Engine: c.Face.Engine, Name: c.Face.Name, Media: n.media, Password: c.Face.Password, Keep: c.Face.Keep, Gate: c.Face.Gate,
	}
}
