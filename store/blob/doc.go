// Package blob takes uploaded files in: it reads them into a temporary file
// within their limit, decides by their content what they are, makes images anew
// without metadata, makes thumbnails, and keeps the files in a folder or in an
// S3 bucket.
//
// A file is known by the id of its upload, which the database gives. Nothing here
// depends on a name or a type that a browser claims.
package blob
