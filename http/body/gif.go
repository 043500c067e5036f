package body

// GIF is one GIF of the GIF service. Width and Height are pixels, Size is bytes.
type GIF struct {
	ID        string `json:"id"`
	Title     string `json:"title"`
	URL       string `json:"url"`
	Preview   string `json:"preview"`
	Thumbnail string `json:"thumbnail"`
	Width     int    `json:"width"`
	Height    int    `json:"height"`
	Size      int    `json:"size"`
	MP4       string `json:"mp4"`
	WebP      string `json:"webp"`
}

// GIFs is one page of GIFs.
type GIFs struct {
	OK
	GIFs []GIF `json:"gifs"`
}

// OneGIF is a GIF by its id.
type OneGIF struct {
	OK
	GIF GIF `json:"gif"`
}
