// What the GIF picker says.
export const gifTexts = {
  title: 'Send a GIF',
  search: 'Search GIFs or paste a link',
  noneFound: 'No GIFs found. Try another search.',
  noneTrending: 'No trending GIFs available.',
  notConfigured: 'GIF support not configured.',
  howToConfigure: 'Add the GIF service key to the server: GIPHY_API_KEY.',
  failed: 'GIFs could not be loaded.',
  retry: 'Try again',
  loading: 'Loading GIFs',
  more: 'More GIFs',
  notAllowed: 'This GIF link is not allowed',
  send: 'Send GIF',
  preview: 'Preview of the GIF',
  untitled: 'GIF',
  poweredBy: 'Powered by GIPHY',
} as const;
