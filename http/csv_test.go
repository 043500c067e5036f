package http

import "testing"

// A spreadsheet whose cells end at semicolons took what follows one in a name for a formula.
func TestNoCellOfAnExportIsAFormula(t *testing.T) {
	for cell, want := range map[string]string{
		"": "", "plain": "plain", "a=b, c-d": "a=b, c-d", "שלום 🙂": "שלום 🙂",
		"=1+1": "'=1+1", "@x": "'@x", "+1555": "'+1555", "-": "'-", "\tx": "'\tx", "\nx": "'\nx", "＝1+1": "'＝1+1",
		"Bob;=1+1;x": "Bob;'=1+1;x", "Bob\n@x": "Bob\n'@x", "a\t-b": "a\t'-b", ";;＠x": ";;'＠x",
	} {
		if got := csvCell(cell); got != want {
			t.Errorf("%q is written %q, want %q", cell, got, want)
		}
	}
}
