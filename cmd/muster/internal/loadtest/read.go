package loadtest

// readAll gives everything that comes to take, until reading or take fails.
func (l *line) readAll(take func(p []byte) error) error {
	buffer := make([]byte, readBuffer)
	for {
		n, err := l.conn.Read(buffer)
		if n > 0 {
			if err := take(buffer[:n]); err != nil {
				return err
			}
		}
		if err != nil {
			return err
		}
	}
}
