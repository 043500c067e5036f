package chat

import "strings"

// sharpPlaces is at how many places of a word both spellings are looked for.
const sharpPlaces = 3

// plainSharp writes "ss" for "ß", so that a word is found however either was written.
func plainSharp(text string) string { return strings.ReplaceAll(text, "ß", "ss") }

// spellings are how a word of plainSharp may stand in the index: with "ss" or "ß" at each of
// the first places, and the same at all others.
func spellings(word string) []string {
	parts := strings.Split(word, "ss")
	all := []string{parts[0]}
	for i, part := range parts[1:] {
		var longer []string
		for _, begun := range all {
			switch {
			case i < sharpPlaces:
				longer = append(longer, begun+"ss"+part, begun+"ß"+part)
			case strings.HasSuffix(begun, "ß"+parts[i]):
				longer = append(longer, begun+"ß"+part)
			default:
				longer = append(longer, begun+"ss"+part)
			}
		}
		all = longer
	}
	return all
}
