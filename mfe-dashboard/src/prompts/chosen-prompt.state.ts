import { hasPlaces } from '@polylogue/api-contract';
import { useCurrentUser } from '@polylogue/web-kit';
import { useEffect, useState } from 'react';

/** The saved query whose text stands in the box: only such a text is filled when it is sent. */
export interface ChosenPrompt {
  id: number;
  title: string;
}

export interface ChosenPromptState {
  /** Undefined as well once nothing in the text would be filled. */
  prompt: ChosenPrompt | undefined;
  choose: (prompt: ChosenPrompt) => void;
  /** The text is sent as it stands. */
  drop: () => void;
}

const keyOf = (userId: string | undefined): string => `polylogue-draft-query-${userId ?? ''}`;

/** Kept as long as the draft is: over reloads, for this user on this device. It goes when the box is emptied. */
export function useChosenPrompt(draft: string): ChosenPromptState {
  const key = keyOf(useCurrentUser().user?.id);
  const [kept, setKept] = useState(() => ({ key, prompt: read(key) }));
  const prompt = kept.key === key ? kept.prompt : read(key);
  const set = (next: ChosenPrompt | undefined) => {
    setKept({ key, prompt: next });
    write(key, next);
  };
  const isEmpty = draft === '';
  if (isEmpty && kept.prompt) setKept({ key, prompt: undefined });
  useEffect(() => {
    if (isEmpty) write(key, undefined);
  }, [isEmpty, key]);
  return { prompt: hasPlaces(draft) ? prompt : undefined, choose: set, drop: () => set(undefined) };
}

function read(key: string): ChosenPrompt | undefined {
  try {
    const { id, title } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<ChosenPrompt>;
    return typeof id === 'number' && typeof title === 'string' ? { id, title } : undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, prompt: ChosenPrompt | undefined): void {
  try {
    if (prompt) localStorage.setItem(key, JSON.stringify(prompt));
    else localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing fills what was chosen since the page was loaded.
  }
}
