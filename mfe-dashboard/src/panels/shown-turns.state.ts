import { useState } from 'react';
import type { Turn } from '../broadcasts/turns.rules.js';

/** So many the page lays out in every frame of six streaming panels without missing any. */
const turnsAtFirst = 10;
const moreAtOnce = 40;

/** Those of a panel's turns that are in the page. */
export interface ShownTurns {
  shown: readonly Turn[];
  /** Shows some more; absent when all are shown. */
  showEarlier: (() => void) | undefined;
}

/**
 * The last turns of a panel, and earlier ones once the reader wants them. With a new turn the panel goes to its end, and earlier ones
 * leave the page.
 */
export function useShownTurns(turns: readonly Turn[], turnCount: number): ShownTurns {
  const [wanted, setWanted] = useState({ turnCount, more: 0 });
  const more = wanted.turnCount === turnCount ? wanted.more : 0;
  const first = Math.max(0, turns.length - turnsAtFirst - more);
  return {
    shown: first === 0 ? turns : turns.slice(first),
    showEarlier: first === 0 ? undefined : () => setWanted({ turnCount, more: more + moreAtOnce }),
  };
}
