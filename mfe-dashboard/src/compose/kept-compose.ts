import { category, mode } from '@polylogue/api-contract';
import { z } from 'zod';
import type { Compose } from './compose.state.js';

const schema = z.object({
  mode,
  category: z.union([z.literal('all'), category]),
  selected: z.array(z.string()),
});

const keyOf = (userId: string): string => `polylogue-compose-${userId}`;

/**
 * Who got the next message when this user last saw the dashboard in this tab: whoever comes back from another page must
 * not send to all what was meant for one.
 */
export function readCompose(userId: string): Compose | undefined {
  try {
    return schema.safeParse(JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

export function keepCompose(userId: string, compose: Compose): void {
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify(compose));
  } catch {
    // A browser that keeps nothing begins with Broadcast to All.
  }
}
