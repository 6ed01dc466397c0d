import { useLocation } from '@polylogue/web-kit/router';
import { useEffect } from 'react';

/** How long the element of a link is waited for: its screen may still have to come. */
const patienceMs = 10_000;

/** Gives the focus to the element that the address names behind its #, as soon as it is there. */
export function useFollowFragment(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const id = idOf(hash);
    if (id === '' || focus(id)) return undefined;
    const watching = new MutationObserver(() => focus(id) && watching.disconnect());
    watching.observe(document.body, { childList: true, subtree: true });
    const timer = setTimeout(() => watching.disconnect(), patienceMs);
    return () => {
      watching.disconnect();
      clearTimeout(timer);
    };
  }, [hash, key]);
}

function idOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

function focus(id: string): boolean {
  const element = document.getElementById(id);
  element?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  element?.focus({ preventScroll: true });
  return element !== null;
}
