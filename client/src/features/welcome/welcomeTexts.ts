// The sentences of a member's first steps.

export const texts = {
  leave: 'Skip all',
  nameTitle: 'Pick your name',
  nameLead: 'This is how other soldiers see you in chat.',
  nameHas: (username: string) => `You are @${username}.`,
  pictureTitle: 'Show your face',
  pictureLead: 'Or your dog, or your flag. A picture makes it easier to find you in a crowd.',
  pictureChoose: 'Press the picture to choose one. You can change it at any time.',
  pictureSet: 'That is how others see you.',
  roomTitle: 'Choose a room to begin with',
  roomLead: 'Say hello where it suits you. All the others stay open.',
  rooms: 'Rooms',
  roomsFailed: 'The rooms could not be loaded. You find them under Group Chat.',
  noRooms: 'No room is open to you yet. You find them under Group Chat.',
  checkInTitle: 'Check in for the first time',
  checkInLead: 'Once a day, and your streak grows. Points raise your rank.',
  next: 'Continue',
  skip: 'Not now',
  enter: (room: string) => `Go to ${room}`,
  finish: 'Go to the dashboard',
  leaveFailed: 'This could not be saved, so you may see these steps again.',
} as const;
