import { answerSettings, category, mode } from '@polylogue/api-contract';
import { z } from 'zod';

const schema = z.object({
  mode,
  category: z.union([z.literal('all'), category]),
  selected: z.array(z.string()),
  isBlind: z.boolean().optional(),
  settings: answerSettings.optional(),
});

type Kept = z.infer<typeof schema>;

const keyOf = (userId: string): string => `polylogue-compose-${userId}`;

/**
 * Who got the next message when this user last saw the dashboard in this tab: a user who comes back from another page must
 * not send to all what was meant for one.
 */
export function readCompose(userId: string): Kept | undefined {
  try {
    return schema.safeParse(JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** A blind round has begun: the message after it is open again unless it is said anew. */
export function endBlind(userId: string): void {
  const kept = readCompose(userId);
  if (kept?.isBlind) keepCompose(userId, { ...kept, isBlind: false });
}

/** A comparison has begun, and keeps its settings from now on. */
export function endSettings(userId: string): void {
  const kept = readCompose(userId);
  if (kept?.settings) keepCompose(userId, { ...kept, settings: undefined });
}

export function keepCompose(
  userId: string,
  compose: Readonly<Omit<Kept, 'selected'>> & { readonly selected: readonly string[] },
): void {
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify(compose));
  } catch {
    // A browser that keeps nothing begins with Broadcast to All.
  }
}
