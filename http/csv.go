package http

import (
	"encoding/csv"
	"net/http"
	"strings"

	"muster/http/edge"
)

// sendCSV sends a table row by row, with the separator that spreadsheets expect in the
// language of the caller. It fails when nothing was sent yet.
func sendCSV(c *call, f *edge.CSV) error {
	out := csv.NewWriter(c.Writer)
	out.Comma = languageFor(c.Request, c.caller).ListSeparator()
	begun, lost := false, false // lost: the client has left
	write := func(cells ...string) error {
		for i := range cells {
			cells[i] = csvCell(cells[i])
		}
		err := out.Write(cells)
		lost = err != nil
		return err
	}
	begin := func() error {
		if begun {
			return nil
		}
		begun = true
		c.Header("Content-Disposition", `attachment; filename="`+f.Name+`"`)
		return write(f.Header...)
	}
	err := f.Rows(func(cells ...string) error {
		if err := begin(); err != nil {
			return err
		}
		return write(cells...)
	})
	if err != nil && begun && !lost {
		panic(http.ErrAbortHandler)
	}
	if err == nil {
		err = begin()
	}
	if err != nil {
		return err
	}
	out.Flush()
	return out.Error()
}

// csvCell keeps a spreadsheet from taking a text, or a part of it, for a formula. One set to
// German or Spanish begins another cell after a semicolon, and knows no quotes after a comma.
// One set to Chinese or Japanese reads the wide forms too.
func csvCell(text string) string {
	var cell strings.Builder
	for i, r := range text {
		begins := i == 0 || strings.IndexByte(";\t\r\n", text[i-1]) >= 0
		if begins && strings.ContainsRune("=+-@＝＋－＠", r) || i == 0 && strings.ContainsRune("\t\r\n", r) {
			cell.WriteByte('\'')
		}
		cell.WriteRune(r)
	}
	return cell.String()
}
