package people

import "strings"

// DeviceName says what a person would call the browser of a User-Agent header,
// "Firefox on Linux", for the list of its sessions. The header itself
// is anybody's text and is not kept.
func DeviceName(userAgent string) string {
	browser := firstOf(userAgent, "Unknown browser", [][2]string{
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser", "Samsung Internet"}, {"Firefox", "Firefox"}, {"FxiOS", "Firefox"},
		{"CriOS", "Chrome"}, {"Chrome", "Chrome"}, {"Safari", "Safari"}, {"curl", "curl"},
	})
	system := firstOf(userAgent, "", [][2]string{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"CrOS", "ChromeOS"},
		{"Mac OS X", "Mac"}, {"Linux", "Linux"},
	})
	if system == "" {
		return browser
	}
	return browser + " on " + system
}

// firstOf is the name of the first mark that text holds.
func firstOf(text, none string, marks [][2]string) string {
	for _, mark := range marks {
		if strings.Contains(text, mark[0]) {
			return mark[1]
		}
	}
	return none
}
