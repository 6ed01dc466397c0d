import type { AiService, Conversation } from '@polylogue/api-contract';
import { accentOf, accentsOf, type Accent } from '@polylogue/web-kit';
import { useMemo } from 'react';
import { blindAccent } from '../blind/blind.rules.js';
import { inCategory, type CategoryFilter } from '../compose/categories.rules.js';
import { useFinishedReplies } from '../drawers/finished-replies.state.js';
import { useKeptServices } from '../panels/kept-services.state.js';

interface OnDashboard {
  services: readonly AiService[];
  /** Whether these services are those of a blind round. */
  isBlind: boolean;
  conversations: readonly Conversation[] | undefined;
}

const noServices: readonly AiService[] = [];

/**
 * Who has a panel: the services `shown`, and behind them those that are not on offer and have messages here; and what the
 * panels hold. `all`: the same whatever the category.
 */
export function useDashboardPanels(
  { services, isBlind, conversations }: OnDashboard,
  shown: readonly AiService[],
  category: CategoryFilter,
) {
  const missing = useKeptServices(services, conversations);
  const kept = isBlind ? noServices : missing;
  const all = useMemo(() => [...services, ...kept], [services, kept]);
  const panels = useMemo(() => [...shown, ...inCategory(kept, category)], [shown, kept, category]);
  const accents = useMemo(
    () => (isBlind ? blindAccents(services) : accentsWith(services, kept)),
    [services, isBlind, kept],
  );
  const names = useMemo(() => panels.map(({ name }) => name), [panels]);
  const shared = { services, accents };
  return { all, panels, names, shared, replies: useFinishedReplies(panels, conversations) };
}

const blindAccents = (services: readonly AiService[]): Map<string, Accent> =>
  new Map(services.map(({ name }) => [name, blindAccent]));

/** One that is not on offer may share a colour with one that is: else the others would change theirs when it goes. */
function accentsWith(services: readonly AiService[], kept: readonly AiService[]): Map<string, Accent> {
  const accents = accentsOf(services);
  const ofKept = kept.map(
    ({ name, color, variantOf = name }) => [name, accents.get(variantOf) ?? accentOf(color)] as const,
  );
  return new Map([...accents, ...ofKept]);
}
