// Package face keeps the face checks. It owns face_settings, face_enrolments,
// face_directory, face_checks, face_attempts, face_skips, face_tokens and face_grants. The
// rules and the engines are in store/face.
//
// Faces is safe for concurrent use. An attempt is counted before an engine looks at its
// picture, in one statement under the lock of the member's enrolment, and given back when
// the engine could not judge it. What is personal is sealed by the member's key, which is
// a column of face_enrolments: with that row everything is gone.
//
// Pictures are sealed files beside the media, under the id of their check.
package face
