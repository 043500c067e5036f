// What the emoji picker says.
export const emojiTexts = {
  title: 'Emoji',
  open: 'Insert an emoji',
  search: 'Search emoji',
  recent: 'Recent',
  found: 'Found',
  none: 'No emoji found.',
  groups: 'Groups',
  tone: 'Skin tone',
} as const;
