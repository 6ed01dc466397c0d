/** The fake provider's answer is a function of service and prompt, so that any lost or swapped token shows. */
export function replyText(service: string, key: string, tokens: number) {
  const seed = seedOf(service, key);
  let text = '';
  for (let index = 0; index < tokens; index += 1) text += tokenText(seed, index);
  return text;
}

export const tokenText = (seed: number, index: number) => ` ${(seed + index).toString(36)}`;

/** A number of four or five digits to base 36, so that a token is about as long as a real one. */
export function seedOf(service: string, key: string) {
  let hash = 0x811c9dc5;
  for (const character of `${service}/${key}`) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return 100_000 + (hash % 50_000_000);
}

/** The key stands in the prompt, so that a provider's record and a client's reading find each other. */
export const promptFor = (key: string) => `Please count for me, run ${key}.`;
export const keyIn = (prompt: string) => /run ([\w-]+)\./.exec(prompt)?.[1];
