import { useSyncExternalStore } from 'react';

/** What the user chose. */
export type ThemeChoice = 'system' | 'light' | 'dark';
/** What is shown. */
export type ThemeName = 'light' | 'dark';

/** Where the choice is kept; `public/theme.js` of the shell reads it before the first paint. */
export const themeKey = 'polylogue-theme';

const listeners = new Set<() => void>();
const systemIsDark = () => window.matchMedia?.('(prefers-color-scheme: dark)');

/** The choice that was kept, `system` when none was. */
export function themeChoice(): ThemeChoice {
  try {
    const kept = localStorage.getItem(themeKey);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}

/** The theme a choice comes to now. */
export function themeNow(): ThemeName {
  const choice = themeChoice();
  return choice === 'system' ? (systemIsDark()?.matches ? 'dark' : 'light') : choice;
}

/** Keeps a choice and shows it. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(themeKey);
    else localStorage.setItem(themeKey, choice);
  } catch {
    // A browser that keeps nothing still shows the system's theme.
  }
  show();
}

function show(): void {
  document.documentElement.dataset.theme = themeNow();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const system = systemIsDark();
  const inAnotherTab = (event: StorageEvent) => event.key === themeKey && show();
  listeners.add(listener);
  system?.addEventListener('change', show);
  window.addEventListener('storage', inAnotherTab);
  return () => {
    listeners.delete(listener);
    system?.removeEventListener('change', show);
    window.removeEventListener('storage', inAnotherTab);
  };
}

/** The theme shown, the choice behind it, and how to change it. */
export function useTheme(): { theme: ThemeName; choice: ThemeChoice; choose: (choice: ThemeChoice) => void } {
  const theme = useSyncExternalStore(subscribe, themeNow);
  const choice = useSyncExternalStore(subscribe, themeChoice);
  return { theme, choice, choose: chooseTheme };
}
