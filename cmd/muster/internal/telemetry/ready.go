package telemetry

import (
	"context"
	"fmt"
	"io"
	"net/http"
)

// AskReady asks a node at host:port whether it takes members, and fails when it does
// not. The reply is short; one that is no reply of ours is not read whole.
func AskReady(ctx context.Context, addr string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr+"/readyz", nil)
	if err != nil {
		return err
	}
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(reply.Body, 1<<10))
		return fmt.Errorf("%s says %d: %s", addr, reply.StatusCode, text)
	}
	return nil
}
