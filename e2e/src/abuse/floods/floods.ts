import { setTimeout as sleep } from 'node:timers/promises';
import { fakeAi, until } from '@polylogue/test-kit';
import type { Account } from '../../account.js';
import { scriptedServices } from '../../scripted-services.js';
import { rowOf, type AbuseContext, type Ground, type PartResult } from '../part.js';
import { watchMemory } from '../watched-processes.js';
import { useBeside } from './neighbour.js';
import { bound, said, slowerThanPromised, type Served } from './neighbour.rules.js';
import { oddRequests } from './odd-requests.js';
import { closeAll, openMany, openRaw, stillOpen, type RawConnection } from './sockets.js';

/** Megabytes the servers may take while they are flooded. */
const maxMegabytes = 1_536;
const bodyIdleSeconds = 5;
const callsFlood = 'a user with 48 calls at a time';
/** Until headers that come slowly are given up: 10 s, looked at now and then, on a machine that has much to do. */
const headersWithinMs = 45_000;

/** What one user floods with, and what another one notices of it. */
interface Scene {
  ground: Ground;
  mallory: Account;
  bob: Account;
  /** How many calls the other user makes beside each flood. */
  calls: number;
  scale: number;
  quiet: Served;
  /** What each flood came to. */
  notes: string[];
  slow: string[];
  open: string[];
  wrong: string[];
}

export async function playFloods(context: AbuseContext): Promise<PartResult> {
  const vendor = context.keep(await fakeAi());
  vendor.replies('long', { endlessBytes: 900_000 });
  const ground = await context.startGround({
    aiServices: scriptedServices(vendor, { well: 'text', long: 'text' }),
    env: {
      AI_DISPATCH_USER_CALLS_PER_MINUTE: '600',
      AI_DISPATCH_USER_STREAMS: '150',
      BODY_IDLE_SECONDS: String(bodyIdleSeconds),
      QUALITY_MODE: 'manual',
    },
  });
  const memory = context.keep(watchMemory(ground.product));
  const scene = await setScene(context, ground);
  const pids = () =>
    Object.values(ground.product.processes)
      .map(({ pid }) => pid)
      .join();
  const before = pids();
  for (const flood of [slowHeaders, slowBodies, slowReaders, idleSockets, manyCalls, odd]) {
    await flood(scene);
    context.report(`floods: ${scene.notes.at(-1)}`);
  }
  const ended = pids() === before ? [] : ['a process was ended and started again'];
  return { rows: rowsOf(scene, ended, memory.largest.servers) };
}

function rowsOf(scene: Scene, ended: readonly string[], megabytes: number) {
  const kinds = `${oddRequests('').length} kinds, and the calls of a flood`;
  const well = `no fault, and a p95 of at most ${bound.times} times the quiet one, or ${bound.floorMs} ms`;
  const isOfCalls = (line: string) => line.startsWith(callsFlood);
  const notesOf = (calls: boolean) => scene.notes.filter((note) => isOfCalls(note) === calls).join('; ');
  const slowOf = (calls: boolean) => scene.slow.filter((line) => isOfCalls(line) === calls);
  const large = megabytes > maxMegabytes ? [`${megabytes} MB`] : [];
  return [
    rowOf(
      `Beside connections that are idle, slow or odd another user is served well: ${well}`,
      '0 wrong or late',
      notesOf(false),
      slowOf(false),
    ),
    rowOf(
      `Beside a user who calls as often as the line lets, too: ${well}`,
      '0 wrong or late',
      notesOf(true),
      slowOf(true),
    ),
    rowOf(
      'What comes slowly is hung up on in time: headers, bodies',
      '0 open',
      `${300 * scene.scale} of each`,
      scene.open,
    ),
    rowOf('Requests of every odd kind are refused or hung up on, none is answered 500', '0', kinds, scene.wrong),
    rowOf('No process ends', '0', 'all floods', ended),
    rowOf('The servers stay small', `${maxMegabytes} MB`, `1 (${megabytes} MB)`, large),
  ];
}

async function setScene({ isQuick }: AbuseContext, ground: Ground): Promise<Scene> {
  const [mallory, bob] = [await ground.signUp('Mallory'), await ground.signUp('Bob')];
  for (const account of [mallory, bob]) await ground.approve(account);
  const calls = isQuick ? 40 : 150;
  await useBeside(ground.url, bob, 20);
  const quiet = await useBeside(ground.url, bob, calls);
  if (quiet.faults.length > 0) throw new Error(`Without any flood: ${quiet.faults.join('; ')}`);
  const scale = isQuick ? 0.2 : 1;
  return { ground, mallory, bob, calls, scale, quiet, notes: [], slow: [], open: [], wrong: [] };
}

/** The other user works while it lasts. */
async function beside(scene: Scene, what: string): Promise<void> {
  const served = await useBeside(scene.ground.url, scene.bob, scene.calls);
  scene.slow.push(...slowerThanPromised(what, scene.quiet, served));
  scene.notes.push(`${what}: ${said(scene.quiet, served)}`);
}

async function slowHeaders(scene: Scene): Promise<void> {
  const count = 300 * scene.scale;
  const all = await openMany(count, () => openRaw(scene.ground.url, 'GET /api/config HTTP/1.1\r\nHost: x\r\n'));
  const drip = setInterval(() => all.forEach(({ socket }) => socket.write('X-Drip: y\r\n')), 1_000);
  await beside(scene, `headers that drip on ${count} connections`);
  const open = await stillOpen(all, headersWithinMs);
  clearInterval(drip);
  closeAll(all);
  if (open > 0) scene.open.push(`${open} connections whose headers drip are open after ${headersWithinMs / 1000} s`);
}

async function slowBodies(scene: Scene): Promise<void> {
  const count = 300 * scene.scale;
  const head = (length: number) =>
    `POST /api/send-message HTTP/1.1\r\nHost: x\r\nCookie: ${scene.mallory.cookie}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{"message":"`;
  const silent = await openMany(count, () => openRaw(scene.ground.url, head(5_000)));
  const dripping = await openMany(count, () => openRaw(scene.ground.url, head(1_000_000)));
  const drip = setInterval(() => dripping.forEach(({ socket }) => socket.write('x')), 1_000);
  await beside(scene, `bodies that stop or drip on ${2 * count} connections`);
  const open = await stillOpen(silent, bodyIdleSeconds * 1_000 + 15_000);
  const unanswered = silent.filter(({ answer }) => !answer().startsWith('HTTP/1.1 408')).length;
  clearInterval(drip);
  closeAll([...silent, ...dripping]);
  if (open > 0) scene.open.push(`${open} connections whose bodies stopped are open`);
  if (unanswered > 0) scene.wrong.push(`${unanswered} bodies that stopped are not answered 408`);
}

/** Streams of long replies that nobody reads, and more of them than one user may have. */
async function slowReaders(scene: Scene): Promise<void> {
  const count = 40 * scene.scale;
  const body = JSON.stringify({ message: 'Write much', selectedAIs: ['long'], mode: 'individual' });
  const send = `POST /api/send-message HTTP/1.1\r\nHost: x\r\nCookie: ${scene.mallory.cookie}\r\nAccept: text/event-stream\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const events = `GET /api/events HTTP/1.1\r\nHost: x\r\nCookie: ${scene.mallory.cookie}\r\nAccept: text/event-stream\r\n\r\n`;
  const all = await openMany(count, (at) => {
    const connection = openRaw(scene.ground.url, at % 4 === 3 ? events : send);
    connection.socket.pause();
    return connection;
  });
  await beside(scene, `${count} streams that nobody reads`);
  closeAll(all);
}

async function idleSockets(scene: Scene): Promise<void> {
  const count = 5_000 * scene.scale;
  const all = await openMany(count, () => openRaw(scene.ground.url));
  await beside(scene, `${count.toLocaleString('en-US')} idle connections`);
  closeAll(all);
}

/** One user calls as often as the line lets. */
async function manyCalls(scene: Scene): Promise<void> {
  const { ground, mallory } = scene;
  const api = ground.apiOf(mallory);
  const stop = new AbortController();
  const statuses = new Map<number, number>();
  const message = { message: 'Flood', selectedAIs: ['well'], mode: 'individual' };
  const call = async (at: number) => {
    const answer =
      at % 2 === 0
        ? await api.fetch('GET', '/api/conversations?limit=100')
        : await api.fetch('POST', '/api/send-message', message);
    await answer.arrayBuffer();
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const mayWait = answer.status === 503 && answer.headers.get('retry-after') !== null;
    if (answer.status >= 500 && !mayWait) scene.wrong.push(`a flood of calls is answered ${answer.status}`);
  };
  const lane = async (at: number) => {
    while (!stop.signal.aborted) await call(at).catch((error: unknown) => scene.wrong.push(String(error)));
  };
  const lanes = Array.from({ length: 48 }, (_, at) => lane(at));
  await sleep(1_000);
  await beside(scene, callsFlood);
  stop.abort();
  await Promise.all(lanes);
  const said = [...statuses].map(([status, times]) => `${times} × ${status}`).join(', ');
  scene.notes.push(`${scene.notes.pop()} (the flood: ${said})`);
}

/** What no browser sends, one after the other. */
async function odd(scene: Scene): Promise<void> {
  const kinds = oddRequests(scene.mallory.cookie);
  for (const { what, bytes, endless } of kinds) {
    const connection = openRaw(scene.ground.url, Buffer.from(bytes, 'latin1'));
    const feed = endless ? setInterval(() => pour(connection, endless), 5) : undefined;
    const isOver = () => connection.isClosed() || connection.answer() !== '';
    await until(isOver, { what, timeoutMs: headersWithinMs }).catch(() =>
      scene.wrong.push(`${what}: neither answered nor hung up on`),
    );
    clearInterval(feed);
    connection.socket.destroy();
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(connection.answer())?.[1] ?? 0);
    if (status >= 500 && status !== 501) scene.wrong.push(`${what}: answered ${status}`);
  }
  await beside(scene, 'after requests of every odd kind');
}

function pour({ socket }: RawConnection, text: string): void {
  if (!socket.destroyed && socket.writableLength < 1_048_576) socket.write(text);
}
