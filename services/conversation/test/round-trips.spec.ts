import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { ComparisonsServiceDefinition, FindComparisonsRequest, MessagesWanted } from '@polylogue/proto';
import { aUser, closing, says, scriptedAi, until } from '@polylogue/test-kit';
import pg from 'pg';
import { as, startConversation, type Conversation } from './conversation.fixture.js';
import { finder, indexed, seed } from './history.fixture.js';

const ada = aUser();
const { add, closeAll } = closing();
let conversation: Conversation;
let find: ReturnType<typeof finder>;

beforeAll(async () => {
  const ai = add(await scriptedAi({ gpt: says('one') }));
  conversation = add(await startConversation(ai.url));
  find = finder(conversation, ada);
  const threads = Array.from({ length: 5 }, (_, at) => ({ title: `Seat ${at}`, reply: 'Hold seats with a lease.' }));
  await seed(conversation, ada.userId, threads);
  await indexed(conversation);
});
afterAll(closeAll);

/** The statements that one call of this user sent to Postgres. */
async function statementsOf(call: () => Promise<unknown>): Promise<string[]> {
  const sent: { by: unknown; text: string; values?: unknown[] }[] = [];
  const query = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given) {
    const [first] = given as unknown as [string | { text: string; values?: unknown[] }];
    sent.push({ by: this, ...(typeof first === 'string' ? { text: first } : first) });
    return (original as (...args: unknown[]) => unknown).apply(this, given) as never;
  });
  await call();
  const own = () => sent.find(({ text, values }) => text.includes('set_config') && values?.includes(ada.userId))?.by;
  // The end of a transaction that only reads is not waited for.
  await until(() => sent.some(({ by, text }) => by === own() && text === 'COMMIT'), { what: 'the end' });
  query.mockRestore();
  return sent.filter(({ by }) => by === own()).map(({ text }) => text.trim().split(/\s+/).slice(0, 2).join(' '));
}
const original = pg.Client.prototype.query as unknown;

const begin = ['BEGIN READ', `SELECT set_config('app.user_id',`];
const none = { messages: MessagesWanted.NONE, limit: 2 };

it('a page of the list is one statement, and its count comes with it', async () => {
  const statements = await statementsOf(async () => expect((await find(none)).head.total).toBe(5));
  expect(statements).toEqual([...begin, 'SELECT c.id,', 'COMMIT']);
});

it('a page as the screens ask for it runs a plan that is kept, and is still one round trip', async () => {
  const page = { ...none, limit: 100, includeAll: true };
  const statements = await statementsOf(async () => expect((await find(page)).head.total).toBe(5));
  expect(statements).toEqual([...begin, 'SELECT c.id,', 'COMMIT']);
});

it('a search names what has the words, and reads the page with where it hit, in one statement', async () => {
  const statements = await statementsOf(async () => expect((await find({ ...none, q: 'lease' })).head.total).toBe(5));
  expect(statements).toEqual([...begin, 'WITH found', 'COMMIT']);
});

it('a search without a hit is one statement too', async () => {
  const statements = await statementsOf(async () => expect((await find({ ...none, q: 'nobody' })).head.total).toBe(0));
  expect(statements).toEqual([...begin, 'WITH found', 'COMMIT']);
});

it('a page of comparisons and their count are one round trip, and so is a search of them', async () => {
  const client = conversation.client(ComparisonsServiceDefinition);
  const compared = (q: string) => client.findComparisons(FindComparisonsRequest.fromPartial({ limit: 50, q }), as(ada));
  const list = await statementsOf(async () => expect((await compared('')).total).toBe(5));
  expect(list).toEqual([...begin, 'WITH page', 'SELECT count(*)::integer', 'COMMIT']);
  const search = await statementsOf(async () => expect((await compared('lease')).comparisons).toHaveLength(5));
  expect(search).toEqual([...begin, 'WITH found', 'COMMIT']);
});
