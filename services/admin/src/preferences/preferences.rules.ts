import type { Preferences } from '@polylogue/proto';
import { contractLimits } from '@polylogue/proto';

/** Of a user who never chose: a dollar. */
export const usualPreferences: Preferences = { askAboveMicros: 1_000_000 };

/** A whole number of micros, or never. */
export const isSound = ({ askAboveMicros: micros }: Preferences): boolean =>
  micros === undefined || (Number.isSafeInteger(micros) && micros >= 0 && micros <= contractLimits.askAboveMicros);
