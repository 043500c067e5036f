// Puts the theme on the page before its first paint; ui/theme.ts does the rest.
let kept = null;
try {
  kept = localStorage.getItem('theme');
} catch {
  // A browser that keeps nothing has the default.
}
if (kept !== 'system') document.documentElement.dataset.theme = kept === 'daylight' ? 'daylight' : 'night';
