// Package language has what the server itself says to people, in each language that it
// speaks: mails, text messages, push notifications and the page of an unsubscribe link.
// texts/ has one file a language, English first; a new one is a file and no code.
package language
