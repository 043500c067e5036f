package edge

// PageLimit is the number "limit" of the query within 1 and most, or usual without one. It
// fails with Invalid.
func PageLimit(c Call, usual, most int) (int, error) {
	limit, err := c.QueryNumber("limit", usual)
	return min(max(limit, 1), most), err
}
