import type { Preferences } from '@polylogue/api-contract';
import type { Preferences as ProtoPreferences } from '@polylogue/proto';
import { dollarsOf, microsOf } from '../usage/dollars.rules.js';

export const toPreferences = ({ askAboveMicros }: ProtoPreferences): Preferences => ({
  askAbove: askAboveMicros === undefined ? null : dollarsOf(askAboveMicros),
});

export const fromPreferences = ({ askAbove }: Preferences): ProtoPreferences => ({
  askAboveMicros: askAbove === null ? undefined : microsOf(askAbove),
});
