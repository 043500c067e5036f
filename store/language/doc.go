// Package language has what the server itself says to people, in each language that it
// speaks: mails, text messages, push notifications, the messages of answers, the page of an
// unsubscribe link and the headings of exports.
// texts/ has one file a language, English first; refusals/ has what failures say, by the
// English sentence that stands in the code. A new language is two files and no code.
package language
