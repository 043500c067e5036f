// Package face holds the rules of the face checks: what an engine is asked and answers,
// when a picture passes, and which pictures are looked at. The engines have packages of
// their own below it.
package face
