package demo

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// talks are the dialogues of the crowd. The first line of each names the rooms in which it
// may be held. In the others a letter stands for who speaks, "|" is between the ways to say
// it, a word in braces is one of slots, and "+3" at the end asks for so many reactions.
//
//go:embed talks.txt
var talks string

// slots are what can stand for a word in braces.
var slots = map[string][]string{
	"place": {"the old mill", "the lookout", "the north beach", "the quarry lake", "the east gate", "the harbour", "the long bridge", "Fox Hill", "the tea house",
		"the pine ridge", "the winter camp", "the lower meadow", "the lighthouse", "the ferry"},
	"food": {"lentil soup", "flatbread", "chili", "plum cake", "dumplings", "pancakes", "grilled corn", "apple pie", "noodles", "potato salad", "cinnamon buns",
		"rice with everything", "banana bread", "stew"},
	"thing": {"lamp", "kettle", "rain jacket", "camping stove", "radio", "rucksack", "compass", "folding chair", "headlamp", "sleeping bag", "camera", "bicycle pump",
		"thermos", "tent pole"},
	"time":    {"on Saturday", "on Sunday", "tomorrow", "on Friday evening", "next week", "at noon", "after work", "this weekend", "on Thursday"},
	"weather": {"rainy", "windy", "foggy", "frosty", "hot", "stormy", "grey", "sunny"},
	"number":  {"12", "23", "31", "45", "60", "77", "99", "120"},
}

// openings and endings are what people say before and after what they say.
var (
	openings = []string{"Ha. ", "Hm. ", "Okay. ", "Right. ", "Oh! ", "Well … ", "Honestly? ", "Wait. "}
	endings  = []string{" 😄", " 🙂", " 😅", " ❤️", " ☕", " 👌", " 🌲", " …", " 🔥", " 🌙"}
)

// line is one message of a dialogue as it is held.
type line struct {
	speaker   int // its place among those who speak
	text      string
	reactions int
}

// dialogue is what can be said in turns.
type dialogue struct {
	rooms []string
	lines []spoken
}

// spoken is a line with the ways to say it.
type spoken struct {
	speaker, reactions int
	ways               []string
}

// readDialogues reads talks.
func readDialogues(text string) (all []dialogue, err error) {
	for block := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		rows := strings.Split(block, "\n")
		one := dialogue{rooms: strings.Fields(rows[0])}
		for _, row := range rows[1:] {
			who, said, ok := strings.Cut(row, ": ")
			if !ok || len(who) != 1 {
				return nil, fmt.Errorf("demo talk: %q names no speaker", row)
			}
			s := spoken{speaker: int(who[0] - 'A')}
			if at := strings.LastIndex(said, " +"); at > 0 {
				if s.reactions, err = strconv.Atoi(said[at+2:]); err != nil {
					return nil, fmt.Errorf("demo talk: reactions of %q: %w", row, err)
				}
				said = said[:at]
			}
			s.ways = strings.Split(said, " | ")
			one.lines = append(one.lines, s)
		}
		all = append(all, one)
	}
	return all, nil
}

// held is the dialogue as it is held once; friend is somebody's name. A place or a thing
// stays the same throughout.
func (one dialogue) held(dice *rand.Rand, friend string) []line {
	pairs := []string{"{friend}", friend}
	for _, slot := range []string{"place", "food", "thing", "time", "weather", "number"} {
		pairs = append(pairs, "{"+slot+"}", slots[slot][dice.IntN(len(slots[slot]))])
	}
	fill := strings.NewReplacer(pairs...)
	lines := make([]line, len(one.lines))
	for i, s := range one.lines {
		text := fill.Replace(s.ways[dice.IntN(len(s.ways))])
		text = strings.ToUpper(text[:1]) + text[1:]
		if i > 0 && dice.IntN(5) == 0 {
			text = openings[dice.IntN(len(openings))] + text
		}
		if dice.IntN(4) == 0 {
			text += endings[dice.IntN(len(endings))]
		}
		lines[i] = line{s.speaker, text, (s.reactions + dice.IntN(3)) / 3}
	}
	return lines
}
