package body

// ChangeFaceRequired is the body of PATCH /admin/users/{id}/face.
type ChangeFaceRequired struct {
	Required *bool `json:"required"`
}

// FaceAttemptsReset is the reply to POST /admin/users/{id}/face/reset-attempts: how
// many failed attempts there were.
type FaceAttemptsReset struct {
	OK
	Failed int `json:"failed"`
}

// FaceEnrollmentRemoved is the reply to DELETE /admin/users/{id}/face: whether there was
// an enrolled face.
type FaceEnrollmentRemoved struct {
	OK
	Removed bool `json:"removed"`
}
