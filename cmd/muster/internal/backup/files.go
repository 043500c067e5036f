package backup

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store/postgres"
	"muster/store/postgres/application"
)

// storedFiles lists the files that rows of any subject name.
func storedFiles(ctx context.Context, tx pgx.Tx) ([]postgres.StoredFile, error) {
	files, err := postgres.StoredFiles(ctx, tx)
	if err != nil {
		return nil, err
	}
	photos, err := application.StoredFiles(ctx, tx)
	return append(files, photos...), err
}

// stillStored says whether a row of any subject still names a file.
func stillStored(ctx context.Context, on *pgx.Conn, upload string) (bool, error) {
	there, err := postgres.StillStored(ctx, on, upload)
	if err != nil || there {
		return there, err
	}
	return application.StillStored(ctx, on, upload)
}
