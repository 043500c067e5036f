package body

import (
	"time"

	"muster/actors/wire"
)

// Decrypt opens an encrypted message by its code.
type Decrypt struct {
	Code string `json:"code"`
}

// DecryptItem is a file of an encrypted message. The links are signed for the caller;
// administrators' lists have none.
type DecryptItem struct {
	ID           string             `json:"id"`
	Type         string             `json:"type" ts:"MediaKind"`
	URL          string             `json:"url"`
	ThumbnailURL string             `json:"thumbnailUrl"`
	FileName     string             `json:"fileName"`
	FileSize     int64              `json:"fileSize"` // bytes
	Metadata     wire.MediaMetadata `json:"metadata"`
}

// Decrypted is an encrypted message that was opened.
type Decrypted struct {
	OK
	Message      string        `json:"message"`
	ID           string        `json:"id"`
	Code         string        `json:"code"`
	Type         string        `json:"type" ts:"EncryptedKind"`
	Content      string        `json:"content"`
	GalleryItems []DecryptItem `json:"galleryItems"`
	VideoURL     *string       `json:"videoUrl"`
	ViewCount    int           `json:"viewCount"`
	MaxViews     *int          `json:"maxViews"`
	ExpiresAt    *time.Time    `json:"expiresAt"`
}

// DecryptEntry is one code that the caller has opened.
type DecryptEntry struct {
	Code             string    `json:"code"`        // "": it cannot be opened
	DecryptedAt      time.Time `json:"decryptedAt"` // the last time
	FirstDecryptedAt time.Time `json:"firstDecryptedAt"`
}

// DecryptHistory is GET /decrypt/history: the codes that the caller has opened, newest first, in
// pages by cursor, and how many there are in all.
type DecryptHistory struct {
	OK
	History    []DecryptEntry `json:"history"`
	Total      int            `json:"total"`
	NextCursor *string        `json:"nextCursor"`
}

// PostedCode is a decrypt code that a message in a room shows.
type PostedCode struct {
	Code      string     `json:"code"`
	OpensAt   *time.Time `json:"opensAt"`
	ExpiresAt *time.Time `json:"expiresAt"`
}

// PostedCodes lists the codes of a message that open something or will. Now is the
// server's clock.
type PostedCodes struct {
	OK
	Codes []PostedCode `json:"codes"`
	Now   time.Time    `json:"now"`
}

// GalleryItem names an uploaded file.
type GalleryItem struct {
	ID string `json:"id"`
}

// CreateDecrypt makes an encrypted message. ExpiresIn is in hours, from the opening. The header
// Idempotency-Key, a UUID, makes a repeated call give the same message.
type CreateDecrypt struct {
	Code         string        `json:"code"`
	Type         string        `json:"type" ts:"EncryptedKind"`
	Content      string        `json:"content"`
	VideoURL     string        `json:"videoUrl"`
	GalleryItems []GalleryItem `json:"galleryItems"`
	ExpiresIn    *float64      `json:"expiresIn"`
	MaxViews     *float64      `json:"maxViews"`
	OpensAt      *time.Time    `json:"opensAt"`
}

// DecryptCreated is the reply to CreateDecrypt.
type DecryptCreated struct {
	OK
	Message string `json:"message"`
	Code    string `json:"code"`
	ID      string `json:"id"`
}

// DecryptMessage is an encrypted message in the administrators' list. Content is cut.
type DecryptMessage struct {
	ID               string        `json:"id"`
	Code             string        `json:"code"`
	Type             string        `json:"type" ts:"EncryptedKind"`
	Content          string        `json:"content"`
	VideoURL         *string       `json:"videoUrl"`
	GalleryItems     []DecryptItem `json:"galleryItems"`
	ExpiresIn        *int          `json:"expiresIn"`
	MaxViews         *int          `json:"maxViews"`
	ViewCount        int           `json:"viewCount"`
	ViewLimitReached bool          `json:"viewLimitReached"`
	IsExpired        bool          `json:"isExpired"`
	IsActive         bool          `json:"isActive"`
	OpensAt          *time.Time    `json:"opensAt"`
	ExpiresAt        *time.Time    `json:"expiresAt"`
	CreatedBy        string        `json:"createdBy"`
	CreatedAt        time.Time     `json:"createdAt"`
	Unreadable       bool          `json:"unreadable"` // its code or its content cannot be opened
}

// DecryptMessages is one page of the encrypted messages, newest first.
type DecryptMessages struct {
	OK
	Messages   []DecryptMessage `json:"messages"`
	NextCursor *string          `json:"nextCursor"`
}

// GalleryUploaded is the reply to an upload of files for encrypted messages.
type GalleryUploaded struct {
	OK
	Message string        `json:"message"`
	Items   []DecryptItem `json:"items"`
}
