package backup

import (
	"context"

	"github.com/jackc/pgx/v5"

	"muster/store/postgres"
	applications "muster/store/postgres/application"
	faces "muster/store/postgres/face"
)

// storedFiles lists the files that rows of any subject name.
func storedFiles(ctx context.Context, tx pgx.Tx) ([]postgres.StoredFile, error) {
	files, err := postgres.StoredFiles(ctx, tx)
	if err != nil {
		return nil, err
	}
	for _, subject := range []func(context.Context, pgx.Tx) ([]postgres.StoredFile, error){applications.StoredFiles, faces.StoredFiles} {
		more, err := subject(ctx, tx)
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	return files, nil
}

// stillStored says whether a row of any subject still names a file.
func stillStored(ctx context.Context, on *pgx.Conn, upload string) (bool, error) {
	there, err := postgres.StillStored(ctx, on, upload)
	if err != nil || there {
		return there, err
	}
	if there, err = applications.StillStored(ctx, on, upload); err != nil || there {
		return there, err
	}
	return faces.StillStored(ctx, on, upload)
}
