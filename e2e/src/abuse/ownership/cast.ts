import type { AnswerOf, CurrentUser, listNotices } from '@polylogue/api-contract';
import { until } from '@polylogue/test-kit';
import type { Account } from '../../account.js';
import { makeKey, makeThings } from '../../owned-things.js';
import type { AbuseContext } from '../part.js';
import type { Things } from './named-calls.js';
import type { Principal } from './principals.rules.js';

/** What stands in every text of the owner, and in nothing else. */
export const secret = 'wombat';

/** Everybody, and what belongs to whom. */
export interface Cast {
  headers: Readonly<Record<Principal, Readonly<Record<string, string>>>>;
  owner: Account;
  /** The id of the owner, and of a user who may be changed by administrators. */
  ownerId: string;
  victimId: string;
  otherId: string;
  owned: Things;
  /** Of the other user, whose the key is, too. */
  othersOwn: Things;
}

/** Signs everybody up; the owner and the other user have used everything. */
export async function makeCast({ url, administrator, signUp, approve, apiOf, report }: AbuseContext): Promise<Cast> {
  const approved = async (name: string) => {
    const account = await signUp(name);
    return { account, id: await approve(account) };
  };
  const [owner, other, admin, blocked, victim] = [
    await approved('Olga'),
    await approved('Otto'),
    await approved('Ada'),
    await approved('Bert'),
    await approved('Vera'),
  ];
  const root = apiOf(administrator);
  // An administrator of the part's own: the calls end their sessions, too.
  const change = async (id: string, what: string, body: unknown) => {
    const answer = await root.fetch('PUT', `/api/admin/users/${id}/${what}`, body);
    if (!answer.ok) throw new Error(`${what} answered ${answer.status}: ${await answer.text()}`);
  };
  await change(admin.id, 'role', { role: 'admin' });
  await until(async () => (await me(apiOf(admin.account))).role === 'admin', { what: 'the new role' });
  report('ownership: two users use everything');
  const owned = await thingsOf(url, owner.account, secret, apiOf(owner.account));
  const othersOwn = await thingsOf(url, other.account, 'numbat', apiOf(other.account));
  const { key } = await makeKey(url, other.account);
  await change(blocked.id, 'blocked', { isBlocked: true });
  const session = ({ cookie }: Account) => ({ cookie });
  return {
    headers: {
      nobody: {},
      unapproved: session(await signUp('Ulf')),
      user: session(owner.account),
      'other user': session(other.account),
      administrator: session(admin.account),
      'API key': { authorization: `Bearer ${key}` },
      blocked: session(blocked.account),
    },
    owner: owner.account,
    ownerId: owner.id,
    victimId: victim.id,
    otherId: other.id,
    owned,
    othersOwn,
  };
}

type Fetching = ReturnType<AbuseContext['apiOf']>;

const me = async (api: Fetching) => (await (await api.fetch('GET', '/api/auth/user')).json()) as CurrentUser;

async function thingsOf(url: string, account: Account, word: string, api: Fetching): Promise<Things> {
  const things = await makeThings(url, account, word);
  const notice = await until(
    async () => {
      const { notices } = (await (await api.fetch('GET', '/api/notices')).json()) as AnswerOf<typeof listNotices>;
      return notices[0]?.id;
    },
    { what: 'a notice' },
  );
  return { ...things, notice };
}
