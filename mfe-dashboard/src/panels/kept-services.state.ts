import { listAiServices, type AiService, type Conversation } from '@polylogue/api-contract';
import { useApiQuery, withFormer } from '@polylogue/web-kit';
import { useFormer } from '@polylogue/web-kit/estimate';
import { useMemo, useState } from 'react';
import { useBroadcastList } from '../broadcasts/broadcasts.js';
import { keptServices, missingNames } from './kept-services.rules.js';

/** The services and variants that have messages on the dashboard and are not on offer: what they wrote stays there. */
export function useKeptServices(
  offered: readonly AiService[],
  conversations: readonly Conversation[] | undefined,
): readonly AiService[] {
  const live = useBroadcastList();
  const seen = useSeen(offered);
  const missing = useMemo(
    () => missingNames({ conversations, live, offered, seen }),
    [conversations, live, offered, seen],
  );
  const names = useMemo(() => [...missing.keys()], [missing]);
  const former = useFormer(names, offered);
  const { data: known = offered } = useApiQuery(listAiServices, { ...withFormer, enabled: names.length > 0 });
  return useMemo(
    () => keptServices(missing, former, [...offered, ...seen.values(), ...known]),
    [missing, former, offered, seen, known],
  );
}

/** All services that were offered since the dashboard was opened, by name, as they were last. */
function useSeen(offered: readonly AiService[]): ReadonlyMap<string, AiService> {
  const [seen, setSeen] = useState<{ last: readonly AiService[]; all: ReadonlyMap<string, AiService> }>({
    last: [],
    all: new Map(),
  });
  if (seen.last === offered) return seen.all;
  const all = new Map([...seen.all, ...offered.map((service) => [service.name, service] as const)]);
  setSeen({ last: offered, all });
  return all;
}
