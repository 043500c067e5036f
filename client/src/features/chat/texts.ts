// What chat says, in one place.

export const texts = {
  banned: 'You are currently banned from chat',
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
  fromIgnored: 'Message from someone you ignore',
  showIgnored: 'Show',
  actions: 'Actions',
  listKeys: 'Arrow keys move between messages, Enter opens the actions of one.',
} as const;

/** How many messages of the member wait to be sent in a room. */
export const unsentWords = (count: number) => `${count} not sent`;
