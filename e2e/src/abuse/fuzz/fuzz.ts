import type { AnswerOf, sendMessage } from '@polylogue/api-contract';
import type { Known } from '../../hostile-values.js';
import { makeKey } from '../../owned-things.js';
import { rowOf, type AbuseContext, type PartResult, type PartRow } from '../part.js';
import { fuzzRoutes } from './http.js';
import { memoryOf, pidsOf } from './memory.js';
import { fuzzRpcs } from './rpcs.js';
import { playSequences } from './sequences.js';

/** How much is tried: values of each schema, messages of each rpc, and lives. */
const sizes = {
  quick: { valuesEach: 100, sequences: 60 },
  full: { valuesEach: 10_000, sequences: 3_000 },
};
/** What the process of all servers may have in memory at most, in megabytes. */
const maxMemory = 1_500;

/** Every schema of `/api`, every request of an rpc, and resources in every order of their lives. */
export async function playFuzz(context: AbuseContext): Promise<PartResult> {
  const { product, isQuick, seed, report } = context;
  const { sequences, ...usual } = isQuick ? sizes.quick : sizes.full;
  const valuesEach = context.valuesEach ?? usual.valuesEach;
  const user = await makeUser(context);
  const pids = pidsOf(product);
  report('fuzz: sequences');
  const lives = await playSequences(context.url, user.cookie, sequences, seed);
  report('fuzz: routes');
  const routes = await fuzzRoutes({ ...user, url: context.url, valuesEach, seed, report });
  report('fuzz: rpcs');
  const rpcs = await fuzzRpcs(context, user.victimId, await user.begin(), valuesEach);
  const values = `${routes.calls} calls, of ${routes.schemas} schemas`;
  const messages = `${rpcs.calls} calls, of ${rpcs.rpcs} requests`;
  return {
    rows: [
      rowOf('No value in a body or a query is answered 500', '0', values, routes.broken),
      rowOf('Each is answered within 30 s', '0 not', values, routes.lost),
      rowOf('Each refusal has the form of errors, without a stack trace', '0 other', values, routes.misshapen),
      rowOf('No request of an rpc is answered INTERNAL', '0', messages, rpcs.broken),
      rowOf('Each rpc is answered within 30 s', '0 not', messages, rpcs.lost),
      rowOf(
        'What was made is there until it is deleted, and then is missing',
        '0 other',
        `${lives.calls} calls in ${lives.sequences} sequences`,
        lives.wrong,
      ),
      await livingRow(context, pids),
      await memoryRow(context),
    ],
  };
}

async function makeUser({ url, administrator, signUp, approve, apiOf }: AbuseContext) {
  const victimId = await approve(await signUp('Vera'));
  const { key } = await makeKey(url, administrator);
  const api = apiOf(administrator);
  /** Leaves one conversation, with one message: no list and no export of them grows with what values made. */
  const begin = async (): Promise<Known> => {
    await api.fetch('DELETE', '/api/conversations/all');
    const body = { message: 'Hi', selectedAIs: ['demo-brief'], mode: 'selective' };
    const answer = await api.fetch('POST', '/api/send-message', body);
    const { broadcastId, results } = (await answer.json()) as AnswerOf<typeof sendMessage>;
    const ids = [broadcastId, results[0]!.conversationId, results[0]!.messageId];
    return { aiServices: ['demo-brief', 'fuzzed'], ids };
  };
  return { cookie: administrator.cookie, key, victimId, begin };
}

async function livingRow({ url, product }: AbuseContext, before: ReturnType<typeof pidsOf>): Promise<PartRow> {
  const after = pidsOf(product);
  const ended = before.filter(([name, pid]) => !after.some(([other, now]) => other === name && now === pid));
  const { status } = await fetch(`${url}/readyz`);
  const failures = [
    ...ended.map(([name]) => `${name} was started again`),
    ...(status === 200 ? [] : [`/readyz ${status}`]),
  ];
  return rowOf(
    'Every process that ran at the beginning still runs, and is ready',
    '0 ended',
    `${before.length} processes`,
    failures,
  );
}

async function memoryRow({ product }: AbuseContext): Promise<PartRow> {
  const measured = await Promise.all(
    pidsOf(product).map(async ([name, pid]) => ({ name, memory: await memoryOf(pid) })),
  );
  const most = measured.flatMap(({ memory }) => memory?.most ?? []);
  if (most.length === 0)
    return { promise: memoryPromise, figure: `${maxMemory} MB`, found: 'not measured on this system', verdict: 'PASS' };
  const found = Math.max(...most);
  return {
    promise: memoryPromise,
    figure: `${maxMemory} MB`,
    found: `${found} MB`,
    verdict: found <= maxMemory ? 'PASS' : 'FAIL',
  };
}

const memoryPromise = 'The servers hold a bounded part of what is sent to them';
