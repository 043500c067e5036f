// What is said of pictures, videos and voice messages.
export const mediaTexts = {
  attach: 'Attach a file',
  upload: 'Upload media',
  choose: 'Choose a file, paste it or drop it here',
  chooseHint: 'Images and audio up to 10 MB, video up to 100 MB.',
  another: 'Choose another',
  send: 'Upload and send',
  sending: 'Uploading',
  finishing: 'Almost done',
  cancel: 'Cancel',
  uploadFailed: 'Upload failed',
  mediaFailed: 'Failed to upload media',
  voiceFailed: 'Failed to upload voice message',
  voice: 'Record a voice message',
  voiceTitle: 'Voice message',
  ready: 'Up to two minutes. Nothing is sent before you say so.',
  record: 'Record',
  starting: 'Asking for the microphone',
  recording: 'Recording',
  stop: 'Stop',
  again: 'Record again',
  sendVoice: 'Send',
  microphoneFailed: 'Failed to access microphone. Please check permissions.',
  noRecording: 'No recording to upload',
  soundFailed: 'This sound is not available',
  notAvailable: 'Not available',
  pictureFailed: 'Picture not available',
  tryAgain: 'Try again',
  cannotPlay: 'This video cannot be played here.',
  cannotHear: 'This sound cannot be played here.',
  download: 'Download',
  save: 'Save',
  saveFailed: 'The file could not be saved.',
  playGif: 'Play GIF',
  gallery: 'Media of this room',
  galleryEmpty: 'No media yet',
  galleryEmptyNext: 'Pictures, videos and voice messages of this room appear here.',
  galleryFailed: 'The media could not be loaded.',
  galleryLoading: 'Loading media',
  openGallery: 'media of this room',
  viewer: 'Media viewer',
  deleted: 'Message deleted',
  dropHere: 'Drop the file to send it',
} as const;

/** The name of one item, for screen readers. */
export const fromWords = (kind: 'Image' | 'Video' | 'Voice message', username: string) =>
  `${kind} from ${username}`;

/** Of an upload: when all of it has gone out, the server still looks at it. */
export const uploadWords = (share: number) => (share < 1 ? mediaTexts.sending : mediaTexts.finishing);
