import { until } from '@polylogue/test-kit';
import type { Api } from '../../api.js';

/** What the victim sees of what is theirs. */
const places = [
  '/api/auth/user',
  '/api/conversations?includeAll=true',
  '/api/conversations',
  '/api/comparisons',
  '/api/saved-queries',
  '/api/answer-presets',
  '/api/rubrics',
  '/api/account/preferences',
  '/api/account/keys',
  '/api/notices/preferences',
  '/api/notice-targets',
  '/api/ai-chat/sessions',
  '/api/backtests',
  '/api/admin/ai-services',
  '/api/admin/judging-settings',
  '/api/admin/announcement',
];

/** All of it, by place. */
export type State = Readonly<Record<string, string>>;

export async function stateOf(api: Api): Promise<State> {
  const state: Record<string, string> = {};
  for (const place of places) {
    const answer = await api.fetch('GET', place);
    if (answer.status === 400 || answer.status === 404) throw new Error(`${place} answered ${answer.status}`);
    // Signed out, say, would be a change as well.
    state[place] = answer.ok ? await answer.text() : `answered ${answer.status}`;
  }
  const users = (await (await api.fetch('GET', '/api/admin/users')).json()) as Record<string, unknown>[];
  state['/api/admin/users'] = JSON.stringify(
    users.map(({ id, role, isApproved, isBlocked }) => [id, role, isApproved, isBlocked]),
  );
  const sessions = (await (await api.fetch('GET', '/api/account/sessions')).json()) as { id: string }[];
  state['/api/account/sessions'] = JSON.stringify(sessions.map(({ id }) => id).toSorted());
  return state;
}

/** Once nothing that was begun goes on: judges answer after what they judge. */
export async function settledState(api: Api): Promise<State> {
  let before = await stateOf(api);
  return until(
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      const now = await stateOf(api);
      const isSettled = changesOf(before, now).length === 0;
      before = now;
      return isSettled ? now : undefined;
    },
    { what: 'all that was begun to end', timeoutMs: 120_000 },
  );
}

/** Where they differ. */
export const changesOf = (before: State, after: State): string[] =>
  Object.keys(before).filter((place) => before[place] !== after[place]);
