// Files from the clipboard.

/** The files that were pasted; none where text was copied with them: that is pasted as text. */
export const pastedFiles = (clipboard: DataTransfer | null): File[] =>
  clipboard && !clipboard.types.includes('text/plain') ? [...clipboard.files] : [];
