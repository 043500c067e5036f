package capacity

import (
	"fmt"
	"math"
)

// cloud is where machines are rented: what one of two cores and 8 GiB costs an hour, a GiB of
// disk and a GiB to members. Machines are rented in such units.
type cloud struct {
	name, asOf, currency string
	hour                 float64 // of unitCores and unitMemory
	unitCores            float64
	unitMemory           float64 // bytes
	diskMonth, traffic   float64 // a GiB
	trafficFree          float64 // GiB a month with each machine
	diskFree             float64 // GiB with each machine
	keptMonths           float64 // of disk that the price counts
}

// clouds are list prices without taxes and discounts. EC2: m7g.large on demand and gp3 in
// us-east-1, 100 GiB of traffic free, $0.09 a GiB behind it. Hetzner Cloud: CX33 in Germany,
// four shared cores, whose price has 20 TiB of traffic in it.
var clouds = []cloud{
	{name: "AWS", asOf: "list prices of June 2026", currency: "$", hour: 0.0816, unitCores: 2, unitMemory: 8 << 30, diskMonth: 0.08, traffic: 0.09, keptMonths: 12},
	{name: "Hetzner", asOf: "list prices of 2026", currency: "€", hour: 0.011, unitCores: 4, unitMemory: 8 << 30, diskMonth: 0.044, traffic: 0.001, trafficFree: 20 << 10, diskFree: 80, keptMonths: 12},
}

// units are the machines for some cores and memory.
func (c cloud) units(cores, memory float64) float64 {
	return math.Max(1, math.Ceil(math.Max(cores/c.unitCores, memory/c.unitMemory)))
}

// price is what a plan costs a month: its nodes, Postgres with a standby, Redis, a year of
// messages on both disks, and the traffic.
func (c cloud) price(p Plan) float64 {
	const g = 1 << 30
	perNode := c.units(nodeCores, p.NodeMemory)
	perPostgres := c.units(float64(p.PostgresCores), p.PostgresMemory)
	machines := perNode*float64(p.Nodes) + 2*perPostgres + 1
	disk := math.Max(0, p.DiskPerMonth/g*c.keptMonths-c.diskFree*perPostgres) * 2
	traffic := math.Max(0, p.TrafficOut/g-c.trafficFree*machines)
	return machines*c.hour*hoursOfMonth + disk*c.diskMonth + traffic*c.traffic
}

func (c cloud) money(amount float64) string { return fmt.Sprintf("%s%.0f", c.currency, amount) }
