import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startPostReceiver } from '@polylogue/test-kit';
import type { Account } from '../../account.js';
import { rowOf, type AbuseContext, type PartResult } from '../part.js';
import { bytesOf, type Bait, type HostileFile } from './hostile-file.js';
import { hostileFiles } from './hostile-files.js';
import { hostileForms } from './forms.js';
import { hostileImports } from './imports.js';
import { climbed } from './plain.js';
import { faultsOf, formulasIn, withinMs, type Answered } from './reading.rules.js';
import { watchMemory } from '../watched-processes.js';

/** Megabytes that the servers may take, and a process that reads one file. */
const max = { servers: 1_536, readers: 768 };

/** Hostile files through every call that takes one. */
export async function playUploads(context: AbuseContext): Promise<PartResult> {
  const listener = context.keep(await startPostReceiver());
  const folder = await mkdtemp(join(tmpdir(), 'bait-'));
  context.keep({ close: () => rm(folder, { recursive: true, force: true }) });
  const bait: Bait = { url: listener.url, file: join(folder, 'bait.txt'), secret: `bait-${randomUUID()}` };
  await writeFile(bait.file, bait.secret);
  const isHeard = (await fetch(`${bait.url}/control`)).ok && listener.posts.splice(0).length === 1;
  const memory = context.keep(watchMemory(context.product));
  const users = await Promise.all([1, 2].map(() => approved(context)));

  const files = sampled(context, hostileFiles(bait, context.seed));
  const ofFiles = await sendAll(context, users, files, bait);
  const others = await sendOthers(context, users[0]!, bait);
  const formulas = await formulasOf(context, users[0]!);
  const written = await writtenOutside(context);
  const { servers, readers } = memory.largest;
  const tooLarge = Object.entries(memory.largest).flatMap(([kind, size]) =>
    size > max[kind as keyof typeof max] ? [`${kind}: ${size} MB`] : [],
  );
  const count = `${files.length} files, ${others.imports} imports, ${others.forms} forms`;
  return {
    rows: [
      rowOf(
        'A hostile file is refused with a sentence or read within its bounds; no answer is 500, none tells what it must not',
        '0',
        count,
        [...ofFiles, ...others.faults],
      ),
      rowOf(
        `Each is answered within ${withinMs / 1000} s, and the next one is read`,
        '0 late',
        count,
        [...ofFiles, ...others.faults].filter((fault) => /took \d+ ms|is not read/.test(fault)),
      ),
      rowOf(
        'The servers and what reads files stay small',
        `${max.servers} MB, ${max.readers} MB`,
        `both (${servers} MB, ${readers} MB)`,
        tooLarge,
      ),
      rowOf('Nothing is written where a name leads', '0', `${files.length} names`, written),
      rowOf(
        'Nothing is asked for because a file says so',
        '0',
        `an address in ${files.filter((file) => /entity|address|drawing|pdf|template|page/.test(file.what)).length} files`,
        isHeard ? listener.posts.map(({ path }) => path) : ['the listener is deaf'],
      ),
      rowOf('No cell of an exported table is a formula', '0', '5 messages, 3 exports', formulas),
    ],
  };
}

const sampled = ({ isQuick }: AbuseContext, files: HostileFile[]) =>
  isQuick ? files.filter((_, at) => at % 8 === 0) : files;

async function approved({ signUp, approve }: AbuseContext): Promise<Account> {
  const account = await signUp('Mallory');
  await approve(account);
  return account;
}

/** Two users send at a time, as each has one slot where files are read. What was wrong, a line each. */
async function sendAll(
  context: AbuseContext,
  users: readonly Account[],
  files: readonly HostileFile[],
  bait: Bait,
): Promise<string[]> {
  const faults: string[] = [];
  const waiting = [...files.entries()];
  const lane = async (user: Account) => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, file] = next;
      const answered = await sendFile(context, user, file);
      faults.push(...faultsOf(file.expected, answered, [bait.secret]).map((fault) => `${file.what}: ${fault}`));
      if (at % 10 === 0) {
        const fine = await sendFile(context, user, {
          what: '',
          name: 'fine.txt',
          content: Buffer.from('Fine'),
          expected: 'either',
        });
        if (fine.status !== 200)
          faults.push(`after ${file.what} a good file is not read: ${fine.status} ${fine.text.slice(0, 100)}`);
        context.report(`uploads: ${at + 1} of ${files.length}`);
      }
    }
  };
  await Promise.all(users.map(lane));
  return faults;
}

async function sendFile(context: AbuseContext, user: Account, file: HostileFile): Promise<Answered> {
  // What services are given is then of this file alone.
  await context.apiOf(user).fetch('GET', '/api/clear');
  const form = new FormData();
  form.set('message', 'Read it');
  form.set('selectedAIs', '["demo-brief"]');
  form.set('mode', 'individual');
  form.set('file', new Blob([new Uint8Array(bytesOf(file))], file.type ? { type: file.type } : {}), file.name);
  const begun = performance.now();
  const answer = await fetch(`${context.url}/api/send-message-with-file`, {
    method: 'POST',
    headers: { cookie: user.cookie },
    body: form,
  });
  const answered = { status: answer.status, text: await answer.text(), tookMs: performance.now() - begun };
  if (!answer.ok) return answered;
  const { results } = JSON.parse(answered.text) as { results: { messageId: string }[] };
  const given = await context.apiOf(user).fetch('GET', `/api/messages/${results[0]!.messageId}/context`);
  return { ...answered, given: wordsIn(await given.text()) };
}

/** All that is said in an answer, as it is meant and not as JSON writes it. */
function wordsIn(json: string): string {
  const words: string[] = [];
  JSON.parse(json, (_name, value: unknown) => {
    if (typeof value === 'string') words.push(value);
    return value;
  });
  return words.join('\n');
}

/** Imports, and forms that are broken. */
async function sendOthers(context: AbuseContext, user: Account, bait: Bait) {
  const faults: string[] = [];
  const [imports, forms] = [hostileImports(), hostileForms()];
  const send = async (path: string, body: Buffer, headers: Record<string, string>): Promise<Answered> => {
    const begun = performance.now();
    const answer = await fetch(context.url + path, {
      method: 'POST',
      headers: { cookie: user.cookie, ...headers },
      body: new Uint8Array(body),
    });
    return { status: answer.status, text: await answer.text(), tookMs: performance.now() - begun };
  };
  for (const { what, content, type, encoding, expected } of imports) {
    const headers = {
      ...(type ? { 'content-type': type } : {}),
      ...(encoding ? { 'content-encoding': encoding } : {}),
    };
    const answered = await send('/api/import', content as Buffer, headers);
    faults.push(...faultsOf(expected, answered, [bait.secret]).map((fault) => `${what}: ${fault}`));
  }
  for (const { what, body, type } of forms) {
    const answered = await send('/api/send-message-with-file', body, { 'content-type': type });
    faults.push(...faultsOf('either', answered, [bait.secret]).map((fault) => `${what}: ${fault}`));
  }
  return { faults, imports: imports.length, forms: forms.length };
}

/** Cells that a spreadsheet would run, of what users wrote. */
async function formulasOf(context: AbuseContext, user: Account): Promise<string[]> {
  const api = context.apiOf(user);
  let id = '';
  for (const message of ['=1+1', '+cmd|calc', '-2+3', '@SUM(A1)', '\t=HYPERLINK("http://127.0.0.1")']) {
    const sent = { message, selectedAIs: ['demo-brief', 'demo-sage'], mode: 'selective', ownComparison: true };
    const answer = await api.fetch('POST', '/api/send-message', sent);
    if (!answer.ok) throw new Error(`${message} was answered ${answer.status}: ${await answer.text()}`);
    ({ broadcastId: id } = (await answer.json()) as { broadcastId: string });
  }
  const paths = [
    '/api/export-all?format=csv',
    '/api/export-comparisons?format=csv',
    `/api/comparisons/${id}/export?format=csv`,
  ];
  const found: string[] = [];
  for (const path of paths) {
    const answer = await api.fetch('GET', path);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    found.push(...formulasIn(await answer.text()).map((cell) => `${path}: ${cell.slice(0, 60)}`));
  }
  return found;
}

/** Files that are where a name led. */
async function writtenOutside({ product }: AbuseContext): Promise<string[]> {
  const places = [
    tmpdir(),
    '/tmp',
    '/',
    process.cwd(),
    resolve(product.folder, '..'),
    resolve(product.folder, '../..'),
  ];
  const climbing = places.map((place) => join(place, climbed)).filter((path) => existsSync(path));
  const within = (await readdir(product.folder, { recursive: true })).filter((path) =>
    path.includes('polylogue-climbed'),
  );
  return [...climbing, ...within];
}
