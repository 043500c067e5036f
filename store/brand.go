package store

import (
	"context"
	"strings"
)

// Brand is how this installation is named.
type Brand struct {
	Community    string // shown as title and in mails
	Creator      string
	SupportEmail string
	ChatTitle    string
}

// BrandSource gives the brand as it is now.
type BrandSource interface {
	CurrentBrand(ctx context.Context) Brand
}

// CurrentBrand is b, a brand that nobody changes.
func (b Brand) CurrentBrand(context.Context) Brand { return b }

// DefaultBrand is neutral.
var DefaultBrand = Brand{
	Community: "Muster", Creator: "The Creator", SupportEmail: "support@muster.test", ChatTitle: "Group Chat",
}

// Check fails with Invalid for a name that is blank, longer than 60 bytes or
// would break a mail's header.
func (b Brand) Check() error {
	for _, name := range []string{b.Community, b.Creator, b.ChatTitle} {
		if !ValidBrandName(name) {
			return NewErrorReason(Invalid, "brand_invalid", "a name of the brand is blank, too long or holds a line break")
		}
	}
	if _, err := ParseEmail(b.SupportEmail); err != nil {
		return NewErrorReason(Invalid, "brand_invalid", "the support address is no e-mail address")
	}
	return nil
}

// ValidBrandName says whether a name of the brand can stand in mails and pages:
// one line of at most 60 bytes that is not blank.
func ValidBrandName(name string) bool {
	return strings.TrimSpace(name) != "" && len(name) <= 60 &&
		!strings.ContainsFunc(name, func(r rune) bool { return r < 0x20 || r == 0x7f })
}
