import { randomBytes } from 'node:crypto';
import type { AnswerOf, createApiKey } from '@polylogue/api-contract';
import { fakeAi, type FakeAi } from '@polylogue/test-kit';
import { signedUp, signIn, type Account } from '../../account.js';
import { useEverything } from '../../use-everything.js';
import { callUrl } from '../call.js';
import type { AbuseContext, Ground } from '../part.js';
import type { Canary } from './allowed.rules.js';

const word = (kind: string) => `canary${kind}${randomBytes(6).toString('hex')}`;

/**
 * Uses a product so that each canary goes through all of it, also where it does not belong, and erases a user. Returns what
 * to look for.
 */
export async function leaveCanaries(ground: Ground, keep: AbuseContext['keep']): Promise<Record<Canary, string>> {
  const { url, administrator, apiOf, approve } = ground;
  const [prompt, gone] = [word('prompt'), word('gone')];
  const providerKey = `sk-${word('key')}`;
  const password = `${word('password')} Aa1`;
  const vendor = keep(await fakeAi());
  const ada = await signUpWith(url, 'Ada', password);
  await approve(ada);
  const erased = await approve(await signUpWith(url, 'Gus', `${password} 2`));
  await useEverything(url, ada, prompt);
  await useEverything(url, await signIn(url, { email: emailOf('Gus'), password: `${password} 2` }), gone);
  // Afterwards, so that none of them is asked to judge or to sum up.
  await addProviders(apiOf(administrator), vendor, providerKey, prompt);
  const apiKey = await useKey(ground, ada, prompt);
  await askProviders(ground, ada, prompt);
  await misplace(url, ada, { prompt, password, providerKey, apiKey });
  const erasing = await apiOf(administrator).fetch('DELETE', `/api/admin/users/${erased}`);
  if (!erasing.ok) throw new Error(`Erasing answered ${erasing.status}: ${await erasing.text()}`);
  const session = decodeURIComponent(ada.cookie.split('=').slice(1).join('='));
  return { 'provider key': providerKey, password, 'API key': apiKey, session, prompt, 'erased words': gone };
}

const emailOf = (name: string) => `${name.toLowerCase()}-canary@example.test`;
const signUpWith = (url: string, firstName: string, password: string) =>
  signedUp(url, { email: emailOf(firstName), password, firstName, lastName: 'Canary' });

/** One that answers, one that refuses and says both the key and the question, and one that breaks off. */
async function addProviders(api: ReturnType<Ground['apiOf']>, vendor: FakeAi, apiKey: string, prompt: string) {
  vendor.replies('canary-well', 'A reply.');
  vendor.replies('canary-refuses', { status: 401, errorMessage: `Incorrect API key ${apiKey} for ${prompt}` });
  vendor.replies('canary-breaks', { chunks: ['Half ', 'of it'], fault: 'cut' });
  for (const name of ['canary-well', 'canary-refuses', 'canary-breaks']) {
    const answer = await api.fetch('POST', '/api/admin/ai-services', {
      name,
      displayName: name,
      color: '#036EAE',
      category: 'text',
      provider: 'openai-compatible',
      model: name,
      baseUrl: vendor.url,
      apiKey,
    });
    if (!answer.ok) throw new Error(`Adding ${name} answered ${answer.status}: ${await answer.text()}`);
  }
}

async function askProviders({ apiOf, administrator }: Ground, user: Account, prompt: string): Promise<void> {
  const selectedAIs = ['canary-well', 'canary-refuses', 'canary-breaks'];
  const sent = { message: `Tell me of ${prompt}.`, selectedAIs, mode: 'selective' };
  const answer = await apiOf(user).fetch('POST', '/api/send-message', sent);
  if (!answer.ok) throw new Error(`Sending answered ${answer.status}: ${await answer.text()}`);
  await answer.text();
  for (const name of selectedAIs) await apiOf(administrator).fetch('POST', `/api/admin/ai-services/${name}/test`, {});
}

/** A key, with which a program asks as OpenAI's clients do. Returns it as it was shown once. */
async function useKey({ url, apiOf }: Ground, user: Account, prompt: string): Promise<string> {
  const body = { name: 'Canary', scopes: ['read', 'send'] };
  const made = await apiOf(user).fetch('POST', '/api/account/keys', body);
  const { key } = (await made.json()) as AnswerOf<typeof createApiKey>;
  const asked = { model: 'polylogue/canary-well', messages: [{ role: 'user', content: `And of ${prompt}?` }] };
  const headers = { authorization: `Bearer ${key}` };
  const answer = await callUrl(url, { method: 'POST', path: '/v1/chat/completions', body: asked, headers });
  if (answer.status !== 200) throw new Error(`A completion answered ${answer.status}: ${answer.text}`);
  return key;
}

/** People paste things into the wrong place, and send what is refused: none of it may be logged. */
async function misplace(
  url: string,
  { cookie }: Account,
  { prompt, password, providerKey, apiKey }: Record<'prompt' | 'password' | 'providerKey' | 'apiKey', string>,
): Promise<void> {
  const headers = { cookie };
  const json = { ...headers, 'content-type': 'application/json' };
  const tries = [
    { method: 'POST', path: '/api/login', body: { email: emailOf('Ada'), password: `${password}!` } },
    { method: 'POST', path: '/api/login', body: { email: password, password } },
    {
      method: 'POST',
      path: '/api/account/password',
      body: { currentPassword: password, newPassword: 'short' },
      headers,
    },
    { method: 'GET', path: `/api/conversations?includeAll=true&q=${prompt}`, headers },
    { method: 'GET', path: `/api/comparisons?q=${encodeURIComponent(`"${prompt}"`)}`, headers },
    { method: 'GET', path: `/api/conversations?limit=${prompt}`, headers },
    { method: 'POST', path: '/api/send-message', body: `{"message":"${prompt}`, headers: json },
    { method: 'POST', path: '/api/send-message', body: { message: prompt, selectedAIs: [prompt], mode: 'x' }, headers },
    { method: 'GET', path: '/v1/models', headers: { authorization: `Bearer ${apiKey}x` } },
    { method: 'GET', path: '/v1/models', headers: { authorization: `Bearer ${providerKey}` } },
  ];
  for (const each of tries) await callUrl(url, each);
}
