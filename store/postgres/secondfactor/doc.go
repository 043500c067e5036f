// Package secondfactor keeps the second factors of members: authenticator apps, passkeys and
// recovery codes. It owns second_factors, recovery_codes, second_factor_guesses and
// passkey_challenges. Whatever concerns one member's factors locks its row of guesses first,
// so a code counts once however many calls bring it. That a session has proven a factor
// stands in its row, which is people's.
package secondfactor
