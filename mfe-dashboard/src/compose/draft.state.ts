import { useCurrentUser } from '@polylogue/web-kit';
import { useState } from 'react';

const keyOf = (userId: string | undefined): string => `polylogue-draft-${userId ?? ''}`;

/** What is being written, kept over reloads for this user on this device until it is sent. */
export function useDraft(): readonly [string, (draft: string) => void, (sent: string) => void] {
  const key = keyOf(useCurrentUser().user?.id);
  const [kept, setKept] = useState(() => ({ key, draft: read(key) }));
  // What was typed before it was known who types stays.
  const draft = kept.key === key ? kept.draft : read(key) || kept.draft;
  const set = (next: string) => {
    setKept({ key, draft: next });
    write(key, next);
  };
  /** What was typed on while the message went out is not thrown away with it. */
  const clear = (sent: string) => {
    const isKept = read(key) === sent;
    setKept((now) => {
      // What was kept of an earlier visit is shown without having been typed here.
      const isShown = now.key === key ? now.draft === sent : isKept;
      return isShown ? { key, draft: '' } : now;
    });
    if (isKept) write(key, '');
  };
  return [draft, set, clear];
}

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function write(key: string, draft: string): void {
  try {
    if (draft === '') localStorage.removeItem(key);
    else localStorage.setItem(key, draft);
  } catch {
    // A browser that keeps nothing still sends what is typed.
  }
}
