interface Held {
  tag: string;
  answer: unknown;
}

const maxAnswers = 20;
const held = new Map<string, Held>();

/**
 * The latest answers that came with a strong tag, by their address. A screen that polls names the tag, and
 * takes what it has when nothing has changed: nothing is sent, parsed or drawn. In memory and not in the browser's cache,
 * which would leave what an administrator has seen on the disk.
 */
export const heldAnswers = {
  get: (url: string): Held | undefined => held.get(url),
  keep(url: string, tag: string | null, answer: unknown): void {
    held.delete(url);
    if (!tag?.startsWith('"')) return;
    held.set(url, { tag, answer });
    if (held.size > maxAnswers) held.delete(held.keys().next().value as string);
  },
};
