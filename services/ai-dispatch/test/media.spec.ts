import { createHash, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EndKind, MediaServiceDefinition, UsersServiceDefinition, type Media } from '@polylogue/proto';
import { AppError, Events, Database, type CallerToken } from '@polylogue/service-kit';
import { aUser, callerToken, knownUsers, stub, stubGrpcServer, until, type StubServer } from '@polylogue/test-kit';
import { fileTypeFromBuffer } from 'file-type';
import { startDemoServer, type DemoServer } from '../src/demo/demo-server.js';
import { service } from '../src/service.js';
import { startRunning, type Running } from './running.js';

const names = ['demo-canvas', 'demo-voice', 'demo-reel'];
const rows = names.map((name) => ({ name, displayName: name, provider: 'demo', model: name }));
/** Each waits little for what it is to miss, and long for all before it. */
const hurried: Record<string, object> = { 'demo-canvas': { firstToken: 300 }, 'demo-reel': { gap: 400 } };
const prompt = 'A quiet green valley at sunrise';

let demo: DemoServer;
let running: Running;
let admin: StubServer;
const erased = new Set<string>();

beforeAll(async () => {
  demo = await startDemoServer({ port: 0, host: '127.0.0.1', speed: 0 });
  const slow = rows.map((row) => ({ ...row, name: `hurried-${row.name}`, timeouts: hurried[row.name] }));
  const text = { name: 'sage', displayName: 'Sage', provider: 'demo', model: 'demo-sage' };
  admin = await stubGrpcServer(stub(UsersServiceDefinition, knownUsers(erased)));
  const env = { DEMO_URL: demo.url, ADMIN_GRPC_URL: admin.url };
  running = await startRunning([...rows, ...slow, text], { env, retries: { delaysMs: [10] } });
});
afterAll(async () => {
  await running.close();
  await demo.close();
  await admin.close();
});

const media = () => running.client(MediaServiceDefinition);
const make = (name: string, more = {}) => running.dispatch(name, { text: prompt, keepsMedia: true, ...more });
const faulty = (model: string, fault: string, more = {}) =>
  fetch(`${demo.url}/demo/faults`, { method: 'POST', body: JSON.stringify({ model, fault, ...more }) });
const filesKept = () =>
  readdirSync(running.mediaFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
const refusal = (answered: Promise<unknown>) =>
  answered.then(
    () => 'nothing was refused',
    (error: unknown) => (AppError.is(error) ? error.code : String(error)),
  );

async function read({ id }: Media, token: CallerToken, from = 0, length = 0) {
  const pieces: Uint8Array[] = [];
  for await (const { bytes } of media().readMedia({ id, from, length }, { callerToken: token })) pieces.push(bytes);
  return { bytes: Buffer.concat(pieces), longest: Math.max(0, ...pieces.map((piece) => piece.length)) };
}

describe('what the demo services make', () => {
  it.each([
    ['demo-canvas', 'image/png', 'a-quiet-green-valley-at-sunrise.png', ''],
    ['demo-voice', 'audio/wav', 'a-quiet-green-valley-at-sunrise.wav', prompt],
    ['demo-reel', 'video/mp4', 'a-quiet-green-valley-at-sunrise.mp4', ''],
  ])('%s: %s, kept and read by its owner', async (name, type, fileName, text) => {
    const owner = callerToken(aUser());
    const answer = await make(name, { token: owner });
    expect(answer.end).toMatchObject({ kind: EndKind.COMPLETED, stopReason: 'stop' });
    expect(answer.text).toBe(text);
    const [made] = answer.media;
    expect(answer.media).toEqual([{ id: expect.any(String), type, name: fileName, size: expect.any(Number) }]);
    const { bytes, longest } = await read(made!, owner);
    expect(bytes).toHaveLength(made!.size);
    expect(longest).toBeLessThanOrEqual(64 * 1024);
    expect((await fileTypeFromBuffer(bytes))?.mime).toBe(type);
    const stored = await media().getMedia({ id: made!.id }, { callerToken: owner });
    expect(stored).toEqual({ media: made, sha256: createHash('sha256').update(bytes).digest('hex') });
    expect((await read(made!, owner, 100, 50)).bytes).toEqual(bytes.subarray(100, 150));
    expect(await refusal(read(made!, owner, bytes.length, 1))).toBe('no_such_part');
  });

  it('draw the same picture for the same words, another for others', async () => {
    const owner = callerToken(aUser());
    const sums = [];
    for (const text of [prompt, prompt, 'A red desert']) {
      const [made] = (await make('demo-canvas', { text, token: owner })).media;
      sums.push((await media().getMedia({ id: made!.id }, { callerToken: owner })).sha256);
    }
    expect(sums[0]).toBe(sums[1]);
    expect(sums[2]).not.toBe(sums[0]);
  });
});

describe('media of another user', () => {
  it('are missing, as what was never there is', async () => {
    const [made] = (await make('demo-canvas')).media;
    const stranger = callerToken(aUser());
    for (const id of [made!.id, randomUUID(), '../../etc/passwd', '']) {
      expect(await refusal(media().getMedia({ id }, { callerToken: stranger }))).toBe('media_not_found');
      expect(await refusal(read({ ...made!, id }, stranger))).toBe('media_not_found');
    }
  });
});

describe('a caller who keeps no media', () => {
  it('is refused before anything is spent, with the reason', async () => {
    const { end, media: made } = await running.dispatch('demo-reel', { text: prompt });
    expect(made).toEqual([]);
    expect(end.error).toMatchObject({ code: 'bad_request', retryable: false });
    expect(end.error!.sentence).toContain('demo-reel makes no text');
    expect((await running.dispatch('sage')).end.kind).toBe(EndKind.COMPLETED);
  });
});

describe('what goes wrong on the way', () => {
  it.each([
    ['demo-canvas', 'malformed', 'broken_stream'],
    ['demo-canvas', 'silent-end', 'bad_request'],
    ['demo-canvas', 'cut', 'broken_stream'],
    ['demo-canvas', 'flood', 'reply_too_large'],
    ['demo-canvas', 'html', 'refused'],
    ['demo-canvas', 'redirect', 'refused'],
    ['demo-canvas', '401', 'invalid_key'],
    ['demo-voice', 'malformed', 'broken_stream'],
    ['demo-voice', 'cut', 'broken_stream'],
    ['demo-voice', '500', 'provider_error'],
    ['demo-reel', 'malformed', 'broken_stream'],
    ['demo-reel', 'silent-end', 'provider_error'],
    ['demo-reel', 'cut', 'broken_stream'],
    ['demo-reel', 'flood', 'reply_too_large'],
    ['demo-reel', '401', 'invalid_key'],
  ])('%s, %s: %s, and nothing is kept', async (name, fault, code) => {
    const before = filesKept().length;
    await faulty(name, fault, { times: 3 });
    const { end, media: made, text } = await make(name);
    await fetch(`${demo.url}/demo/faults`, { method: 'DELETE' });
    expect([end.kind, end.error?.code, made, text]).toEqual([EndKind.FAILED, code, [], '']);
    expect(end.error!.sentence).toContain(name);
    expect(filesKept()).toHaveLength(before);
  });

  it('a vendor that is busy once is called again', async () => {
    await faulty('demo-canvas', '429', { retryAfter: 0 });
    expect((await make('demo-canvas')).end.kind).toBe(EndKind.COMPLETED);
  });

  it.each([
    ['hurried-demo-canvas', 'timeout_first_token'],
    ['hurried-demo-reel', 'timeout_gap'],
  ])('%s hangs: %s', async (name, code) => {
    await faulty(name.replace('hurried-', ''), 'hang');
    expect((await make(name)).end.error?.code).toBe(code);
  });

  it('a film without a reader is cancelled', async () => {
    await faulty('demo-reel', 'hang');
    const stop = new AbortController();
    const seen: unknown[] = [];
    const making = make('demo-reel', {
      signal: stop.signal,
      onProgress: (fraction: number | undefined) => {
        seen.push(fraction);
        stop.abort(new Error('gone'));
      },
    });
    await expect(making).rejects.toThrow();
    expect(seen).toEqual([0]);
  });
});

describe('media that are to go', () => {
  const publish = (subject: 'conversation.media_dropped.v1' | 'admin.user_erased.v1', payload: never) => {
    const { app } = running.service;
    const events = app.get(Events, { strict: false });
    return app.get(Database, { strict: false }).asWorker((tx) => events.in(tx).publish(subject, payload));
  };

  it.each(['conversation.media_dropped.v1', 'admin.user_erased.v1'] as const)('by %s, bytes too', async (subject) => {
    const [owner, other] = [aUser(), aUser()];
    const [made] = (await make('demo-canvas', { token: callerToken(owner) })).media;
    const [kept] = (await make('demo-canvas', { token: callerToken(other) })).media;
    const mediaIds = [made!.id, kept!.id];
    erased.add(owner.userId);
    await publish(subject, { userId: owner.userId, mediaIds } as never);
    await until(() => !filesKept().includes(made!.id), { what: 'the end of the bytes' });
    expect(await refusal(read(made!, callerToken(owner)))).toBe('media_not_found');
    // Another user's stay, whatever was named.
    expect((await read(kept!, callerToken(other))).bytes).toHaveLength(kept!.size);
    expect(filesKept()).toContain(kept!.id);
  });

  it('stay when an event says erased of a user whom admin knows', async () => {
    const owner = aUser();
    const [made] = (await make('demo-canvas', { token: callerToken(owner) })).media;
    await publish('admin.user_erased.v1', { userId: owner.userId } as never);
    await until(async () => (await running.service.events.letters.count()) === 1, { what: 'the dead letter' });
    expect((await read(made!, callerToken(owner))).bytes).toHaveLength(made!.size);
  });
});

describe('media of runs', () => {
  type Subject =
    | 'conversation.media_attached.v1'
    | 'conversation.media_dropped.v1'
    | 'scheduler.media_kept.v1'
    | 'scheduler.media_dropped.v1';
  const database = () => running.service.app.get(Database, { strict: false });
  const rowOf = (id: string) =>
    database().asWorker(async (tx) => {
      const [row] = await tx.query<{ shown_by: string[]; expires_at: Date | null }[]>(
        'SELECT shown_by, expires_at FROM ai_dispatch.media WHERE id = $1',
        [id],
      );
      return row && { shownBy: row.shown_by, expires: row.expires_at !== null };
    });
  /** Publishes one after the other, each once the one before has had its effect. */
  async function after(owner: ReturnType<typeof aUser>, { id }: Media, ...steps: [Subject, object | undefined][]) {
    const events = running.service.app.get(Events, { strict: false });
    for (const [subject, effect] of steps) {
      const payload = { userId: owner.userId, mediaIds: [id] };
      await database().asWorker((tx) => events.in(tx).publish(subject, payload));
      const isThere = async () => JSON.stringify(await rowOf(id)) === JSON.stringify(effect);
      await until(isThere, { what: `the effect of ${subject}` });
    }
  }
  /** Publishes it, and waits until it is recorded as handled. */
  async function handled(owner: ReturnType<typeof aUser>, { id }: Media, subject: Subject) {
    const events = running.service.app.get(Events, { strict: false });
    const count = () =>
      database().asWorker(async (tx) => (await tx.query<unknown[]>('SELECT 1 FROM ai_dispatch.inbox')).length);
    const before = await count();
    await database().asWorker((tx) => events.in(tx).publish(subject, { userId: owner.userId, mediaIds: [id] }));
    await until(async () => (await count()) > before, { what: `${subject} to be handled` });
  }
  const ofRun = async (owner: ReturnType<typeof aUser>) =>
    (await make('demo-canvas', { token: callerToken(owner, 'scheduler') })).media[0]!;
  const kept = 'scheduler.media_kept.v1';
  const shown = 'conversation.media_attached.v1';
  const droppedByRun = 'scheduler.media_dropped.v1';
  const droppedByHistory = 'conversation.media_dropped.v1';

  it('expire unless a result shows them, and again when the run is gone', async () => {
    const owner = aUser();
    const made = await ofRun(owner);
    expect(await rowOf(made.id)).toEqual({ shownBy: ['run'], expires: true });
    await after(
      owner,
      made,
      [kept, { shownBy: ['run'], expires: false }],
      [droppedByRun, { shownBy: [], expires: true }],
    );
  });

  it('stay in History when the query is deleted, also when that is heard of first', async () => {
    const owner = aUser();
    const [one, other] = [await ofRun(owner), await ofRun(owner)];
    const inHistory = { shownBy: ['history'], expires: false };
    await after(
      owner,
      one,
      [kept, { shownBy: ['run'], expires: false }],
      [shown, { shownBy: ['run', 'history'], expires: false }],
      [droppedByRun, inHistory],
      [droppedByHistory, undefined],
    );
    await after(
      owner,
      other,
      [kept, { shownBy: ['run'], expires: false }],
      [droppedByRun, { shownBy: [], expires: true }],
      [shown, inHistory],
    );
  });

  it.each([
    ['the run', [droppedByRun, kept]],
    ['History', [kept, droppedByHistory, shown, droppedByRun]],
  ] as const)('go where it is heard only after the end of %s that it shows them', async (_whose, subjects) => {
    const owner = aUser();
    const made = await ofRun(owner);
    for (const subject of subjects) await handled(owner, made, subject);
    expect(await rowOf(made.id)).toEqual({ shownBy: [], expires: true });
  });

  it('stay with the run when the comparison is deleted', async () => {
    const owner = aUser();
    const made = await ofRun(owner);
    await after(
      owner,
      made,
      [kept, { shownBy: ['run'], expires: false }],
      [shown, { shownBy: ['run', 'history'], expires: false }],
      [droppedByHistory, { shownBy: ['run'], expires: false }],
    );
    expect((await read(made, callerToken(owner))).bytes).toHaveLength(made.size);
  });
});

describe('a database that is away for a moment', () => {
  it('delays what was made and loses nothing of it', async () => {
    const database = running.service.app.get(Database, { strict: false });
    const asWorker = database.asWorker.bind(database);
    let failures = 2;
    const away = Object.assign(new Error('connection terminated'), { code: '57P01' });
    database.asWorker = (work) => (failures-- > 0 ? Promise.reject(away) : asWorker(work));
    const owner = callerToken(aUser());
    const answer = await make('demo-canvas', { token: owner });
    database.asWorker = asWorker;
    expect(answer.end.kind).toBe(EndKind.COMPLETED);
    expect((await read(answer.media[0]!, owner)).bytes).toHaveLength(answer.media[0]!.size);
  });
});

it('needs both keys of a bucket', async () => {
  const env = { MEDIA_S3_URL: 'https://s3.example/bucket', MEDIA_S3_ACCESS_KEY_ID: 'a' };
  await expect(startRunning([], { env })).rejects.toThrow('MEDIA_S3_SECRET_ACCESS_KEY');
  expect(service.name).toBe('ai-dispatch');
});
