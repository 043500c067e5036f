package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"muster/store"
	"muster/store/face"
	"muster/store/face/embedded"
)

// faceROC measures the embedded engine on pictures of known people, a folder a person:
// it compares every picture with every other.
func (p program) faceROC(ctx context.Context, args []string) (err error) {
	var models, svg string
	for _, setting := range p.environ {
		if dir, ok := strings.CutPrefix(setting, "FACE_MODEL_DIR="); ok {
			models = dir
		}
	}
	dir, err := p.flagsWith("face-roc", "DIR", args, func(f *flag.FlagSet) {
		f.StringVar(&models, "models", models, "")
		f.StringVar(&svg, "svg", "", "")
	})
	if err != nil {
		return err
	}
	curve, err := openCurve(svg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, curve.close(err == nil)) }()
	engine, err := embedded.Open(embedded.Dir(models))
	if err != nil {
		return err
	}
	people, err := p.describePeople(ctx, engine, dir)
	if err != nil {
		return err
	}
	pairs, err := comparePeople(people)
	if err != nil {
		return err
	}
	return errors.Join(pairs.print(p.out), curve.draw(pairs))
}

// curveFile is where the curve is drawn. It is opened before hours of comparing, after which a
// path that cannot be written would be found.
type curveFile struct {
	file *os.File // nil: no curve is asked for
	made bool     // it was not there before
}

func openCurve(path string) (c curveFile, err error) {
	if path == "" {
		return c, nil
	}
	_, err = os.Lstat(path)
	c.made = errors.Is(err, fs.ErrNotExist)
	if c.file, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o644); err != nil {
		return c, fmt.Errorf("face-roc: --svg cannot be written: %w", err)
	}
	return c, nil
}

// draw replaces what is in the file.
func (c curveFile) draw(pairs facePairs) error {
	if c.file == nil {
		return nil
	}
	if info, err := c.file.Stat(); err == nil && info.Mode().IsRegular() {
		if err := c.file.Truncate(0); err != nil {
			return err
		}
	}
	_, err := c.file.WriteString(pairs.svg())
	return err
}

// close leaves no empty file behind where nothing was drawn.
func (c curveFile) close(drawn bool) error {
	if c.file == nil {
		return nil
	}
	err := c.file.Close()
	if c.made && !drawn {
		err = errors.Join(err, os.Remove(c.file.Name()))
	}
	return err
}

// describePeople reads a folder of folders and gives the templates of each person. It
// prints which pictures it leaves out and why, and how many.
func (p program) describePeople(ctx context.Context, engine *embedded.Engine, dir string) ([][][]byte, error) {
	folders, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var people [][][]byte
	pictures, without := 0, 0
	leftOut := map[string]int{}
	for _, folder := range folders {
		if !folder.IsDir() {
			continue
		}
		files, err := os.ReadDir(filepath.Join(dir, folder.Name()))
		if err != nil {
			return nil, err
		}
		var person [][]byte
		for _, file := range files {
			if !isPicture(file) {
				continue
			}
			name := filepath.Join(folder.Name(), file.Name())
			template, err := describeFile(ctx, engine, filepath.Join(dir, name))
			switch {
			case ctx.Err() != nil:
				return nil, ctx.Err()
			case errors.Is(err, face.ErrNoFace):
				without++
				fmt.Fprintf(p.out, "left out: %s: %v\n", name, err)
			case err != nil:
				leftOut[err.Error()]++
				fmt.Fprintf(p.out, "left out: %s: %v\n", name, err)
			default:
				person = append(person, template)
				pictures++
			}
		}
		if len(person) > 0 {
			people = append(people, person)
		}
	}
	fmt.Fprintf(p.out, "%d pictures of %d people are compared, %d had no face", pictures, len(people), without)
	for _, reason := range slices.Sorted(maps.Keys(leftOut)) {
		fmt.Fprintf(p.out, ", %d left out (%s)", leftOut[reason], reason)
	}
	fmt.Fprintln(p.out)
	return people, nil
}

func isPicture(file fs.DirEntry) bool {
	ending := strings.ToLower(filepath.Ext(file.Name()))
	return !file.IsDir() && (ending == ".jpg" || ending == ".jpeg" || ending == ".png")
}

// describeFile makes the template of a picture as a comparison does.
func describeFile(ctx context.Context, engine *embedded.Engine, path string) ([]byte, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	picture, err := face.ReadPicture(raw)
	if err != nil {
		return nil, errors.New(store.AsError(err).Message)
	}
	described, err := engine.Describe(ctx, picture)
	return described.Template, err
}

// comparePeople measures the distance of every two pictures.
func comparePeople(people [][][]byte) (facePairs, error) {
	var pairs facePairs
	for i, person := range people {
		for j, template := range person {
			for _, own := range person[:j] {
				if err := pairs.add(&pairs.same, template, own); err != nil {
					return pairs, err
				}
			}
			for _, others := range people[:i] {
				for _, other := range others {
					if err := pairs.add(&pairs.different, template, other); err != nil {
						return pairs, err
					}
				}
			}
		}
	}
	if len(pairs.same) == 0 || len(pairs.different) == 0 {
		return pairs, errors.New("face-roc: at least two people are needed, and one of them with two pictures")
	}
	slices.Sort(pairs.same)
	slices.Sort(pairs.different)
	return pairs, nil
}
