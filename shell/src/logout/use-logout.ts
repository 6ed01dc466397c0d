import { browser, useCurrentUser } from '@polylogue/web-kit';

/** What the dashboard keeps in the browser while it is being written, with the id of its user at the end. */
const draftPrefix = 'polylogue-draft-';
/** What it keeps in the tab: to whom the next message goes, and how services are to answer. */
const composePrefix = 'polylogue-compose-';

/** Logs out, and leaves no draft of this user behind: the next user of the browser could read it. */
export function useLogout(): () => void {
  const userId = useCurrentUser().user?.id;
  return () => {
    if (userId) forgetDrafts(userId);
    browser.go('/api/logout');
  };
}

function forgetDrafts(userId: string): void {
  try {
    const drafts = Object.keys(localStorage).filter((key) => key.startsWith(draftPrefix) && key.endsWith(userId));
    for (const key of drafts) localStorage.removeItem(key);
    sessionStorage.removeItem(composePrefix + userId);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
