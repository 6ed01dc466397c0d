// Before the first paint, so that a dark page never flashes white: the choice web-kit's theme-choice.ts keeps.
(() => {
  let kept = null;
  try {
    kept = localStorage.getItem('polylogue-theme');
  } catch {
    // A browser that keeps nothing follows the system.
  }
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = kept === 'dark' || (kept !== 'light' && systemIsDark);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
})();
