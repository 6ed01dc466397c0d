// Before the first paint, so that a dark page never flashes white: the choice web-kit's theme-choice.ts keeps. It goes on to
// follow the system and other tabs, because signed-out pages have nothing else that does.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const show = () => {
    let kept = null;
    try {
      kept = localStorage.getItem('polylogue-theme');
    } catch {
      // A browser that keeps nothing follows the system.
    }
    const isDark = kept === 'dark' || (kept !== 'light' && system.matches);
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  };
  show();
  system.addEventListener('change', show);
  addEventListener('storage', show);
})();
