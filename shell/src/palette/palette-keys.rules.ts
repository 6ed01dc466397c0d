import { paths } from '@polylogue/web-kit';

/** The screens by the letter that leads there after G. */
export const screenKeys: readonly { key: string; label: string; path: string; adminOnly?: true }[] = [
  { key: 'd', label: 'Dashboard', path: paths.dashboard.href() },
  { key: 'h', label: 'History', path: paths.history.href() },
  { key: 'c', label: 'AI Chat', path: paths.aiChat.href() },
  { key: 'q', label: 'Quality Assessment', path: paths.qualityAssessment.href() },
  { key: 's', label: 'Saved Queries', path: paths.savedQueries.href() },
  { key: 'a', label: 'Settings', path: paths.admin.href(), adminOnly: true },
  { key: 'u', label: 'Your account', path: '/admin/account' },
];

/** Where Create New Query stands in the palette, and where G and N lead. */
export const newQueryKey = { key: 'n', path: paths.newSavedQuery.href() };

interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  isComposing: boolean;
}

/** What a key comes to: the palette, a screen, or the first half of the way to one. */
export type KeyMeaning = { do: 'palette' } | { do: 'search' } | { do: 'wait' } | { do: 'go'; path: string } | undefined;

interface Place {
  /** One types, or has a dialog open. */
  isBusy: boolean;
  isAdmin: boolean;
  afterG: boolean;
  /** The screen has a slash and a question mark of its own. */
  hasOwnKeys: boolean;
}

/** Ctrl K and ⌘ K everywhere; a slash, a question mark, G and a letter while one neither types nor has a dialog open. */
export function meaningOf(press: Press, place: Place): KeyMeaning {
  const { ctrlKey, metaKey, altKey, shiftKey, isComposing } = press;
  if (altKey || isComposing) return undefined;
  // Some keyboards have both above a figure, and so with Shift.
  if ((press.key === '/' || press.key === '?') && !ctrlKey && !metaKey) {
    if (place.isBusy || place.hasOwnKeys) return undefined;
    return { do: press.key === '/' ? 'search' : 'palette' };
  }
  if (shiftKey) return undefined;
  const key = press.key.toLowerCase();
  if (ctrlKey || metaKey) return key === 'k' ? { do: 'palette' } : undefined;
  if (place.isBusy) return undefined;
  if (!place.afterG) return key === 'g' ? { do: 'wait' } : undefined;
  if (key === newQueryKey.key) return { do: 'go', path: newQueryKey.path };
  const screen = screenKeys.find((each) => each.key === key && (place.isAdmin || !each.adminOnly));
  return screen && { do: 'go', path: screen.path };
}
