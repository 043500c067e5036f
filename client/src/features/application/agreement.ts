// The non-disclosure agreement that is signed. The server stamps its version
// (store/application/agreement.go): whoever changes the text gives it another one.
export const agreementVersion = '2026-1';

export const agreementParts = (community: string): readonly { title: string; text: string }[] => [
  {
    title: 'Confidentiality',
    text: `Everything that you see, hear or read inside ${community} is confidential: messages, media, voices, names, events, and that a person is a member at all.`,
  },
  {
    title: 'Non-disclosure',
    text: 'You do not copy, record, publish, sell or pass on confidential information, and do not help anybody else to do so. You keep your access to yourself.',
  },
  {
    title: 'Exclusions',
    text: 'This does not cover what is public already without your doing, what you knew lawfully before, what somebody else told you rightfully, and what the law obliges you to disclose.',
  },
  {
    title: 'Duration',
    text: 'Your duties begin with your signature and last indefinitely, also when your application is not accepted or your membership has ended.',
  },
  {
    title: 'Consequences',
    text: 'A breach may end your membership at once and without a refund. The harm may be more than money can repair, so that damages and an injunction may be sought.',
  },
  {
    title: 'Governing law',
    text: 'This agreement is governed by the laws of the United States and of the State of California.',
  },
];
