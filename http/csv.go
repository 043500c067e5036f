package http

import (
	"encoding/csv"
	"net/http"
	"strings"

	"muster/http/edge"
)

// sendCSV sends a table row by row. It fails when nothing was sent yet.
func sendCSV(c *call, f *edge.CSV) error {
	out := csv.NewWriter(c.Writer)
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

// csvCell keeps a spreadsheet from taking a text for a formula.
func csvCell(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}
