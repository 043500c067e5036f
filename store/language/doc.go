// Package language has what the server itself says to people, in each language that it
// speaks: mails, text messages, push notifications, the page of an unsubscribe link and the
// headings of exports.
// texts/ has one file a language, English first; a new one is a file and no code.
package language
