import { Agent } from 'node:http';
import { askEach, type CompletionsEndpoint } from '../client/completions.js';
import type { Session } from '../client/session.js';

/** A key for this user's programs. */
export async function newKey(port: number, { cookie }: Pick<Session, 'cookie'>): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/account/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ name: 'Bench', scopes: ['read', 'send'] }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!answer.ok) throw new Error(`Making a key answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { key: string }).key;
}

/** A user's program: the product by OpenAI's protocol, with a key that this user made. */
export async function withKey(port: number, session: Pick<Session, 'cookie'>) {
  const key = await newKey(port, session);
  const agent = new Agent({ keepAlive: true });
  const endpoint: CompletionsEndpoint = {
    port,
    headers: { authorization: `Bearer ${key}` },
    agent,
    modelOf: (service) => `polylogue/${service}`,
  };
  return {
    broadcast: (name: string, services: readonly string[]) => askEach(endpoint, name, services),
    close: () => agent.destroy(),
  };
}
