package desk

import (
	"muster/http/body"
	"muster/http/edge"
)

// nodes replies with how the nodes are.
func (h *calls) nodes(c edge.Call) (any, error) {
	all, err := h.Hub.Nodes(c.Context())
	if err != nil {
		return nil, err
	}
	reply := body.Nodes{OK: body.Done, Nodes: make([]body.NodeStatus, 0, len(all)), Redis: "off"}
	if h.Redis != nil {
		reply.Redis = h.Redis()
	}
	for _, n := range all {
		reply.Nodes = append(reply.Nodes, body.NodeStatus(n))
	}
	return reply, nil
}
