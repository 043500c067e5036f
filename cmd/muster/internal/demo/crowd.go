package demo

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"muster/store"
)

// crowdSize is how many members there are beside those to sign in as.
const crowdSize = 114

// soldier is one of the crowd of the demo.
type soldier struct {
	store.NewMember
	joined   int     // days ago
	left     int     // days ago when last seen; 0 for still here
	checksIn []span  // on which days
	talks    float64 // how much it talks, beside others
	id       string
	session  string
	checked  []time.Time   // when it has checked in
	spoke    time.Duration // how long ago it has been in a conversation beside the sample lines; 0 for never
}

var firstNames = strings.Fields(`Ada Aiko Amir Anouk Arlo Asha Astrid Ben Bianca Bruno Callum Carmen Chidi Clara Dario Dina Eero Elif Emil Esme
	Fatou Felix Freya Gael Greta Hana Hugo Ida Imani Ines Isak Ivy Jana Jonas Juno Kaito Kamala Karim Lars Leila Leo Lina Lucia Mads Maya Milo
	Mina Nadia Nico Noor Olga Omar Oscar Petra Priya Quinn Rafa Ravi Rhea Ruben Runa Sami Saskia Selma Silas Sofia Tamar Tariq Thea Tilda Tomas Uma
	Vera Viktor Wanda Willa Yara Yusuf Zara Zeno`)

var lastNames = strings.Fields(`Abara Adler Arslan Bakker Berg Castillo Costa Dahl Dubois Eriksen Farah Fischer Fontana Garcia Haddad Hansen Horvat Ito
	Jensen Kaur Keller Kovac Larsen Lind Lopez Marin Mensah Moreau Nakamura Novak Okoye Olsen Park Patel Petrov Quist Reyes Rossi Sato Schmidt Silva
	Sorensen Tanaka Torres Usman Virtanen Weber Yilmaz Zimmer`)

var handles = []string{"FIRST", "FIRST_LAST", "FIRST2N", "the_FIRST", "FIRST_at_dawn", "LAST_FIRST", "FIRST_of_the_hill", "FIRST_too"}

// span is from so many days ago up to and with so many days ago.
type span struct{ first, last int }

// newDice are thrown in the same way in every demo.
func newDice() *rand.Rand { return rand.New(rand.NewPCG(19, 4)) }

// enlist makes the crowd: few come in the first month, most while the community is known,
// and some leave again. It is the same in every demo.
func enlist(dice *rand.Rand) []*soldier {
	crowd := make([]*soldier, crowdSize)
	taken := map[string]bool{}
	for i := range crowd {
		first, last := firstNames[i*7%len(firstNames)], lastNames[i*11%len(lastNames)]
		s := &soldier{joined: yearDays - i*(yearDays-6)/crowdSize - dice.IntN(3), talks: dice.Float64() * dice.Float64()}
		s.Name, s.Email = first+" "+last, mailOf(first+" "+last)
		s.Username = handle(i, strings.ToLower(first), strings.ToLower(last), taken)
		switch {
		case i%5 == 1 && s.joined > 60:
			s.left = dice.IntN(s.joined-30) + 15
		case i == 2: // not a day missed
			s.checksIn = []span{{s.joined, 1}}
		case i%23 == 4:
			s.checksIn = []span{{min(s.joined, 30+i), 1}}
		case i%4 == 0:
			s.checksIn = []span{{min(s.joined, 2+dice.IntN(11)), 1}}
		}
		if len(s.checksIn) == 0 && s.joined > 40 && i%2 == 0 { // a while that ended
			first := s.joined - dice.IntN(20)
			s.checksIn = []span{{first, max(first-2-dice.IntN(9), s.left+1)}}
		}
		if i%9 == 0 {
			s.talks += 2
		}
		crowd[i] = s
	}
	return crowd
}

// handle is a username that nobody has yet.
func handle(i int, first, last string, taken map[string]bool) string {
	name := strings.NewReplacer("FIRST", first, "LAST", last, "N", fmt.Sprint(i%10)).Replace(handles[(i+i/len(firstNames)*3)%len(handles)])
	if taken[name] {
		name += fmt.Sprint(i)
	}
	taken[name] = true
	return name
}

// here says whether somebody is a member all of the day so many days ago.
func (s *soldier) here(ago int) bool { return ago < s.joined && ago >= s.left }

// checks says whether somebody checks in on the day so many days ago.
func (s *soldier) checks(ago int) bool {
	return slices.ContainsFunc(s.checksIn, func(days span) bool { return ago <= days.first && ago >= days.last })
}

// on is the clock's distance to an hour of the day so many days ago.
func (d *seeding) on(ago int, hour float64) time.Duration {
	midnight := d.now.Truncate(day)
	return d.now.Sub(midnight) + time.Duration(ago)*day - time.Duration(hour*float64(time.Hour))
}
