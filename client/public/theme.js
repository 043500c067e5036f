// Puts the kept theme on the page before its first paint; app/theme.ts does the rest.
const kept = localStorage.getItem('theme');
if (kept === 'night' || kept === 'daylight') document.documentElement.dataset.theme = kept;
