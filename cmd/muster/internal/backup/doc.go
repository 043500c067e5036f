// Package backup makes a backup of a community in one file, restores it, and checks one
// by restoring it into a scratch database.
//
// The file is a tar archive: muster-backup.json (Header), database.dump (of pg_dump, in
// its custom format), media/UPLOAD/VARIANT for each stored file, and contents.json
// (Manifest) at its end, without which it is not whole. The dump and the contents in
// the manifest are of one snapshot of the database.
package backup
