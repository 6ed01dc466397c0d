import { isBlindName, type AiService, type AnswerSettings, type Mode } from '@polylogue/api-contract';
import { useCurrentUser } from '@polylogue/web-kit';
import { useEffect, useLayoutEffect, useMemo, useReducer, type Dispatch } from 'react';
import { categoriesOf, inCategory, type CategoryFilter } from './categories.rules.js';
import { keepCompose, readCompose } from './kept-compose.js';

/** Who gets the next message. `selected` holds names in the order they were chosen. */
export interface Compose {
  readonly mode: Mode;
  readonly category: CategoryFilter;
  readonly selected: readonly string[];
  /** Whether the next message begins a blind round. */
  readonly isBlind?: boolean;
  /** How services are to answer in the comparison that it begins. */
  readonly settings?: AnswerSettings | undefined;
}

type Service = Pick<AiService, 'name' | 'category'>;

export type ComposeAction =
  | { do: 'restore'; compose: Compose; services: readonly Service[] }
  | { do: 'services'; services: readonly Service[] }
  | { do: 'mode'; mode: Mode; services: readonly Service[] }
  | { do: 'category'; category: CategoryFilter; services: readonly Service[] }
  | { do: 'toggle'; name: string }
  | { do: 'only'; name: string }
  | { do: 'blind'; isBlind: boolean }
  | { do: 'settings'; settings: AnswerSettings | undefined };

export const firstCompose: Compose = { mode: 'broadcast', category: 'all', selected: [] };

/** The state of the dock, and the services its category filter shows. */
export function useCompose<S extends Service>(
  services: readonly S[],
): { compose: Compose; dispatch: Dispatch<ComposeAction>; shown: readonly S[] } {
  const [compose, dispatch] = useReducer(afterCompose, afterCompose(firstCompose, { do: 'services', services }));
  useKept(compose, dispatch, services);
  useEffect(() => dispatch({ do: 'services', services }), [services]);
  const shown = useMemo(() => inCategory(services, compose.category), [services, compose.category]);
  return { compose, dispatch, shown };
}

/** Takes up what this user had chosen in this tab, and keeps what is chosen from then on. */
function useKept(compose: Compose, dispatch: Dispatch<ComposeAction>, services: readonly Service[]): void {
  const userId = useCurrentUser().user?.id;
  const isBlind = isBlindRound(services);
  useLayoutEffect(() => {
    // A blind round goes to all its services until one is chosen; what was chosen before comes back with the names.
    if (isBlind) return dispatch({ do: 'restore', compose: firstCompose, services });
    const kept = userId && readCompose(userId);
    if (kept) dispatch({ do: 'restore', compose: kept, services });
    // oxlint-disable-next-line react/exhaustive-deps -- once per user and round; what is new in the catalog comes by itself
  }, [userId, isBlind, dispatch]);
  useEffect(() => {
    if (userId && !isBlind && !compose.selected.some(isBlindName)) keepCompose(userId, compose);
  }, [userId, isBlind, compose]);
}

const isBlindRound = (services: readonly Service[]): boolean => services.some(({ name }) => isBlindName(name));

export function afterCompose(compose: Compose, action: ComposeAction): Compose {
  switch (action.do) {
    case 'restore':
      return afterServices(action.compose, action.services);
    case 'services':
      return afterServices(compose, action.services);
    case 'mode':
      return afterMode(compose, action.mode, action.services);
    case 'category':
      return fitted({ ...compose, category: action.category }, action.services);
    case 'toggle':
      return afterToggle(compose, action.name);
    case 'only':
      return { ...compose, mode: 'individual', selected: [action.name] };
    case 'blind':
      return { ...compose, isBlind: action.isBlind };
    case 'settings':
      return { ...compose, settings: action.settings };
  }
}

/** The catalog was read again: a service may be new or gone, and with it a whole category. */
function afterServices(compose: Compose, services: readonly Service[]): Compose {
  const category = categoriesOf(services as AiService[]).includes(compose.category) ? compose.category : 'all';
  return fitted({ ...compose, category }, services);
}

function afterMode(compose: Compose, mode: Mode, services: readonly Service[]): Compose {
  if (mode === 'broadcast') return fitted({ ...compose, mode }, services);
  if (mode === 'individual') return { ...compose, mode, selected: compose.selected.slice(0, 1) };
  return { ...compose, mode };
}

/** Broadcast selects all that are shown; the other modes keep of the selection what is still shown. */
function fitted(compose: Compose, services: readonly Service[]): Compose {
  const shown = inCategory(services, compose.category).map(({ name }) => name);
  if (compose.mode === 'broadcast') return { ...compose, selected: shown };
  return { ...compose, selected: compose.selected.filter((name) => shown.includes(name)) };
}

function afterToggle(compose: Compose, name: string): Compose {
  const { mode, selected } = compose;
  if (mode === 'broadcast') return compose;
  if (mode === 'individual') return { ...compose, selected: [name] };
  const without = selected.filter((other) => other !== name);
  return { ...compose, selected: without.length < selected.length ? without : [...selected, name] };
}
