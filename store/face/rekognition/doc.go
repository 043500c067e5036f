// Package rekognition is the engine of the face checks that asks Amazon Rekognition. The
// pictures leave the operator's machine. No template is kept: the enrolled picture is sent
// with each comparison.
package rekognition
