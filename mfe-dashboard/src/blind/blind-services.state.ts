import type { AiService, Conversation } from '@polylogue/api-contract';
import { useMemo } from 'react';
import { useBroadcastList } from '../broadcasts/broadcasts.js';
import { blindNamesOf, blindService } from './blind.rules.js';

/** The services of the blind round that stands on the dashboard; undefined without one. */
export function useBlindServices(conversations: readonly Conversation[] | undefined): AiService[] | undefined {
  const live = useBroadcastList();
  const names = blindNamesOf(conversations, live).join(' ');
  return useMemo(() => (names === '' ? undefined : names.split(' ').map(blindService)), [names]);
}
