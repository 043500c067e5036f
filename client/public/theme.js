// Puts the theme on the page before its first paint; app/theme.ts does the rest.
const kept = localStorage.getItem('theme');
if (kept !== 'system') document.documentElement.dataset.theme = kept === 'daylight' ? 'daylight' : 'night';
