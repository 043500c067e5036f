// What chat says, in one place.

export const texts = {
  banned: 'You are currently banned from chat',
  faceless: 'Group chat is open only to members whose face was recognised.',
  addFace: 'Add your face',
  denied: 'You do not have access to this chat room',
  deniedNext: 'The list of rooms opens in a moment.',
  accessFailed: 'Failed to verify room access',
  historyFailed: 'Failed to load chat',
  noMessages: 'No messages yet. Be the first to say hello!',
  beginning: "You've reached the beginning of the conversation",
  loadingRooms: 'Loading chat rooms...',
  usernameRequired: 'Username Required',
  usernameWhy: 'Members know each other in chat by a username.',
  setUsername: 'Set Username',
  noRooms: 'No rooms yet',
  noRoomsNext: 'Rooms you may enter appear here.',
  allRooms: 'All rooms',
  backToDashboard: 'Back to dashboard',
  tryAgain: 'Try again',
  chatTitle: 'Group chat',
  outOfReach: 'That message is out of reach',
  notLoaded: 'That message could not be loaded. Please try again.',
  copied: 'Copied',
  copyRefused: 'Copying is not allowed by this browser',
  reactions: 'Reactions',
  reactionsNone: 'No reactions any more',
  showIgnored: 'Show',
  notice: {
    report_reviewed: 'Your report',
    warned: 'A warning',
    face_skipped: 'A face check was skipped',
    face_viewed: 'Your face checks were looked at',
  },
  noticeRead: 'All right',
  actions: 'Actions',
  edited: '(edited)',
  edit: 'Edit',
  editing: 'Editing your message',
  cancelEdit: 'Cancel editing',
  saveEdit: 'Save',
  earlierTexts: 'Earlier texts',
  earlierTextsWhy: 'Shown to moderators and administrators only.',
  earlierTextsFailed: 'The earlier texts could not be loaded',
  earlierTextsNone: 'No earlier texts',
  pin: 'Pin',
  unpin: 'Unpin',
  pinFailed: 'The message could not be pinned',
  unpinFailed: 'The message could not be unpinned',
  pinned: 'Pinned',
  pinnedMessages: 'Pinned messages',
  readOnly: 'Only moderators can write in this room',
  mentionEverybody: 'everybody in this room',
  mentionNames: 'Members to mention',
  moderators: 'Moderators',
  members: 'Members',
  roomOptions: 'Room options',
  notifications: 'Notifications',
  levels: { all: 'All messages', mentions: 'Mentions only', none: 'Nothing' },
  mute1h: 'Mute for 1 hour',
  mute8h: 'Mute for 8 hours',
  unmute: 'Unmute',
  notificationsFailed: 'The setting could not be saved',
  mentionsOfMe: 'Mentions',
  mentionsTitle: 'Mentions of you',
  mentionsNone: 'Nobody has mentioned you yet',
  mentionsNoneNext: 'A message with your @name appears here.',
  mentionsFailed: 'Mentions could not be loaded',
  showMore: 'Show more',
  muted: 'Muted',
  noPreview: 'Message deleted',
  listKeys: 'Arrow keys move between messages, Enter opens the actions of one.',
  // The field that messages are written in
  write: 'Write a message',
  message: 'Message',
  connecting: 'Connecting...',
  wait: 'Please wait a moment.',
  send: 'Send',
  charactersLeft: 'characters left',
  replyingTo: 'replying to',
  cancelReply: 'Cancel reply',
  codeOpensIn: 'opens in',
  codeOpen: 'Decrypt',
} as const;

/** What stands in place of messages of ignored people. */
export const fromIgnoredWords = (count: number) =>
  count === 1 ? 'Message from someone you ignore' : `${count} messages from people you ignore`;

/** How many messages of the member wait to be sent in a room. */
export const unsentWords = (count: number) => `${count} not sent`;

/** What the empty field says. */
export const messageTo = (room: string) => `Message ${room}`;

/** The wait after too many messages, counting down. */
export const waitWords = (seconds: number) => `Please wait a moment... ${seconds}`;

/** The wait of a room's slow mode, counting down. */
export const slowModeWords = (seconds: number) => `Slow mode: your message goes in ${seconds} s`;

/** What a badge on a room says to those who hear it. */
export const unreadWords = (count: number) => `${count >= 100 ? 'More than 99' : count} unread`;
export const mentionsWords = (count: number) => `${count >= 100 ? 'more than 99' : count} mentions of you`;

/** A count in a badge. */
export const badgeCount = (count: number) => (count >= 100 ? '99+' : String(count));

/** How many names are on offer while a mention is typed. */
export const offeredWords = (count: number) =>
  count === 0
    ? ''
    : `${count} ${count === 1 ? 'name' : 'names'} on offer. Arrow keys choose, Enter takes one.`;
