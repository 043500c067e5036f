package capacity

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"text/tabwriter"
)

// Sizes of the machines of a plan.
const (
	nodeCores    = 2
	busyShare    = 0.6    // of its cores that a machine shall use at the busiest hour
	nodeSockets  = 10_000 // of one node, more were not measured
	busyHours    = 6.0    // a day counts as so many hours of the busiest
	hoursOfMonth = 730
	daysOfMonth  = 30.4
	daysRead     = 3 // whose messages most pages of history show
)

// Plan is what a load needs.
type Plan struct {
	Load           Load
	Nodes          int     // one more than needed, for restarts and crashes
	NodeCPU        float64 // cores that all use together
	NodeMemory     float64 // bytes of each, with all sockets of one that is gone
	PostgresCores  int
	PostgresMemory float64 // bytes
	Commits        float64 // the most a second, an fsync each
	WAL            float64 // the most bytes a second, to each standby and the archive
	DiskPerMonth   float64 // bytes that stay, and those that are there for a while
	TrafficOut     float64 // bytes a month
	Redis          bool
	Ends           string // what is used up first, "" while nothing is
}

// Make plans the machines for a load.
func Make(l Load) Plan {
	p := Plan{Load: l, Nodes: 1}
	for {
		byCPU := int(math.Ceil(l.nodeCPU(p.Nodes) / (nodeCores * busyShare)))
		if need := max(byCPU, (l.Online+nodeSockets-1)/nodeSockets); need > p.Nodes && p.Nodes < l.Online {
			p.Nodes = min(need, max(p.Nodes+1, p.Nodes*2))
			continue
		}
		break
	}
	p.NodeCPU = l.nodeCPU(p.Nodes)
	p.Nodes++
	p.Redis = true
	each := math.Ceil(float64(l.Online) / float64(p.Nodes-1))
	p.NodeMemory = nodeMemory + each*socketMemory
	perMonth := l.Rate * busyHours * 3600 * daysOfMonth
	p.PostgresCores = max(2, int(math.Ceil(l.postgresCPU()/busyShare)))
	p.PostgresMemory = math.Max(4<<30, perMonth/daysOfMonth*daysRead*indexMemory)
	p.Commits = l.commits(p.Nodes - 1)
	p.WAL = l.Rate * messageWAL
	p.DiskPerMonth = perMonth * (messageDisk + sendDisk)
	p.TrafficOut = l.bytesOut() * busyHours * 3600 * daysOfMonth
	p.Ends = l.ends(p)
	return p
}

// maxLogRate is what one Postgres was measured to store, messages a second, in one room of 16
// senders with room to spare.
const maxLogRate = 10_000

// ends says what one installation cannot give any more.
func (l Load) ends(p Plan) string {
	const connections = 24
	switch {
	case l.Rate > maxLogRate:
		return fmt.Sprintf("one Postgres takes the log of %d messages a second: beyond it the log is parted by rooms (scaling.md)", maxLogRate)
	case p.Nodes*connections > 1000:
		return fmt.Sprintf("%d nodes with %d connections each: a pooler before Postgres, or larger nodes", p.Nodes, connections)
	}
	return ""
}

// Print writes the plan for a person.
func (p Plan) Print(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	l := p.Load
	fmt.Fprintf(w, "members online\t%d, in %d rooms, %s messages a second: %s deliveries a second\n", l.Online, l.Rooms, number(l.Rate), number(l.Deliveries()))
	fmt.Fprintf(w, "nodes\t%d of %d cores and %s each, one of them to spare; all use %.2f cores together\n", p.Nodes, nodeCores, gib(p.NodeMemory), p.NodeCPU)
	fmt.Fprintf(w, "Postgres\t%d cores, %s of memory, twice with a standby; %s of disk more each month\n", p.PostgresCores, gib(p.PostgresMemory), gib(p.DiskPerMonth))
	fmt.Fprintf(w, "its WAL\tat most %s commits a second, an fsync each, and %.1f MiB a second\n", number(p.Commits), p.WAL/(1<<20))
	fmt.Fprintf(w, "Redis\t1 core, 1.0 GiB\n")
	fmt.Fprintf(w, "all come at once\t%.1f s of CPU, within %.0f s\n", cpuPerConnect*float64(l.Online), math.Ceil(cpuPerConnect*float64(l.Online)/float64(nodeCores*(p.Nodes-1))/0.5))
	fmt.Fprintf(w, "traffic to members\t%s a month\n", gib(p.TrafficOut))
	for _, c := range clouds {
		fmt.Fprintf(w, "%s\t%s a month (%s)\n", c.name, c.money(c.price(p)), c.asOf)
	}
	if p.Ends != "" {
		fmt.Fprintf(w, "beyond one installation\t%s\n", p.Ends)
	}
	fmt.Fprintf(w, "not in it\tmail and text messages, stored files, backups, the balancer\n")
	return w.Flush()
}

// number is a rate without digits that mean nothing.
func number(n float64) string {
	if n >= 10 {
		return strconv.FormatFloat(math.Round(n), 'f', -1, 64)
	}
	return strconv.FormatFloat(n, 'g', 2, 64)
}

func gib(bytes float64) string {
	if bytes >= 1<<40 {
		return fmt.Sprintf("%.1f TiB", bytes/(1<<40))
	}
	return fmt.Sprintf("%.1f GiB", bytes/(1<<30))
}
