package embedded

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
)

// checksums are the SHA-256 of the six files of the three models. Other weights give other
// numbers, so an engine with other files does not start.
var checksums = map[string]string{
	"face_recognition_model-weights_manifest.json":   "cbaffa501b0b9275a12b63357a6843e7e30c054e1c9151e1a5f879b26e32986b",
	"face_recognition_model.bin":                     "b413e420d6840b2775fba32008db6f3cddb07d485967fb42cfcf379c16a8c589",
	"face_landmark_68_model-weights_manifest.json":   "ca4886639f86e99b39fed0c155f81b63317225773bd9616716e887b0153389c9",
	"face_landmark_68_model.bin":                     "4611ef65c87d836d03d684b30eec4d195d8b219fa1dd58fc58945831c6b9299b",
	"tiny_face_detector_model-weights_manifest.json": "5d1af4849ac48d5b985f4a9b16010c512353ddd6fcc63d50fd0bc9e9e64296e5",
	"tiny_face_detector_model.bin":                   "b7503ce7df31039b1c43316a9b865cab6a70dd748cc602d3fa28b551503c3871",
}

// packageModels is where npm puts the files, from the top of the tree.
var packageModels = filepath.Join("client", "node_modules", "@vladmandic", "face-api", "model")

// Dir is the folder of the models: the configured one, else face-models beside the
// program, else the one of the client's packages.
func Dir(configured string) string {
	if configured != "" {
		return configured
	}
	if program, err := os.Executable(); err == nil {
		beside := filepath.Dir(program)
		for _, dir := range []string{filepath.Join(beside, "face-models"), filepath.Join(beside, "..", packageModels)} {
			if _, err := os.Stat(dir); err == nil {
				return dir
			}
		}
	}
	return packageModels
}

// readChecked reads a file of the models and fails when it is not the known one.
func readChecked(dir, name string) ([]byte, error) {
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != checksums[name] {
		return nil, fmt.Errorf("%s: not the file of @vladmandic/face-api 1.7.15: wrong SHA-256", filepath.Join(dir, name))
	}
	return data, nil
}

// weight is one named array of a model.
type weight struct {
	shape  []int
	values []float32
}

// manifest is the JSON file beside the numbers of a model.
type manifest []struct {
	Weights []struct {
		Name         string `json:"name"`
		Shape        []int  `json:"shape"`
		DType        string `json:"dtype"`
		Quantization *struct {
			DType string  `json:"dtype"`
			Scale float64 `json:"scale"`
			Min   float64 `json:"min"`
		} `json:"quantization"`
	} `json:"weights"`
}

// readWeights reads the arrays of a model. Most are stored as one byte a number.
//
//go:norace
func readWeights(dir, model string) (map[string]weight, error) {
	text, err := readChecked(dir, model+"-weights_manifest.json")
	if err != nil {
		return nil, err
	}
	data, err := readChecked(dir, model+".bin")
	if err != nil {
		return nil, err
	}
	var listed manifest
	if err := json.Unmarshal(text, &listed); err != nil || len(listed) != 1 {
		return nil, fmt.Errorf("%s: not a manifest of weights: %w", model, err)
	}
	weights := make(map[string]weight, len(listed[0].Weights))
	for _, entry := range listed[0].Weights {
		size, width := 1, 4
		for _, n := range entry.Shape {
			size *= n
		}
		if entry.Quantization != nil {
			width = 1
		}
		if len(data) < size*width {
			return nil, errors.New(model + ".bin: cut off")
		}
		values := make([]float32, size)
		for i := range values {
			if q := entry.Quantization; q != nil {
				values[i] = float32(float64(data[i])*q.Scale + q.Min)
			} else {
				values[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[i*4:]))
			}
		}
		data = data[size*width:]
		weights[entry.Name] = weight{entry.Shape, values}
	}
	return weights, nil
}
