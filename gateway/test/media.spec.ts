import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BroadcastEvent, Reply, ReplyStatus } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { framesOf, startGateway, type RunningGateway } from './gateway.js';

const bytes = randomBytes(200_000);
const sha256 = createHash('sha256').update(bytes).digest('hex');
const id = randomUUID();
const path = `/api/media/${id}`;
const missing = () => new AppError('not_found', 'media_not_found', 'There is nothing here.');

let gateway: RunningGateway;
let cookie: string;
let stranger: string;
let stored: { type: string; name: string };
let ranges: { from: number; length: number }[];

beforeAll(async () => {
  gateway = await startGateway();
  const owner = await gateway.aUser();
  cookie = owner.cookie;
  stranger = (await gateway.aUser()).cookie;
  gateway.upstreams.media.getMedia = ({ id: wanted }, call) => {
    if (wanted !== id || call.caller?.userId !== owner.userId) throw missing();
    return Promise.resolve({ media: { id, ...stored, size: bytes.length }, sha256 });
  };
  gateway.upstreams.media.readMedia = async function* ({ from, length }) {
    ranges.push({ from, length });
    for (let at = from; at < from + length; at += 65_536) {
      yield await Promise.resolve({ bytes: bytes.subarray(at, Math.min(at + 65_536, from + length)) });
    }
  };
});
beforeEach(() => {
  ranges = [];
  stored = { type: 'video/mp4', name: 'A film — "of" Łódź.mp4' };
});
afterAll(() => gateway.close());

const get = (headers: Record<string, string> = {}, more = {}) => gateway.ask(path, { cookie, headers, ...more });
const bodyOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe('media, read by their owner', () => {
  it('come whole, with headers that let nothing run and keep them in this browser only', async () => {
    const answer = await get();
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '200000',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      etag: `"${sha256}"`,
    });
    expect(answer.headers.get('content-disposition')).toBe(
      `inline; filename="A film _ _of_ __d_.mp4"; filename*=UTF-8''A%20film%20%E2%80%94%20%22of%22%20%C5%81%C3%B3d%C5%BA.mp4`,
    );
    expect(await bodyOf(answer)).toEqual(bytes);
  });

  it('are a file to keep when that is requested', async () => {
    const answer = await gateway.ask(`${path}?download=true`, { cookie });
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=/);
    expect(await bodyOf(answer)).toHaveLength(bytes.length);
  });

  it('come in parts, as players request them', async () => {
    const answer = await get({ range: 'bytes=100-70099' });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, 'bytes 100-70099/200000']);
    expect(await bodyOf(answer)).toEqual(bytes.subarray(100, 70_100));
    const tail = await get({ range: 'bytes=-5', 'if-range': `"${sha256}"` });
    expect(await bodyOf(tail)).toEqual(bytes.subarray(-5));
    expect((await get({ range: 'bytes=0-4', 'if-range': '"other"' })).status).toBe(200);
  });

  it('refuse a part that is not there, and read nothing for it', async () => {
    const answer = await get({ range: 'bytes=200000-' });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */200000']);
    expect(ranges).toEqual([]);
  });

  it('are not sent again to who has them, nor for their headers alone', async () => {
    expect((await get({ 'if-none-match': `W/"${sha256}"` })).status).toBe(304);
    const head = await get({}, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '200000']);
    expect(ranges).toEqual([]);
  });

  it('never have a type that a browser would run', async () => {
    stored = { type: 'text/html', name: 'x.html' };
    expect((await get()).headers.get('content-type')).toBe('application/octet-stream');
  });

  it('break off when the store does', async () => {
    const { readMedia } = gateway.upstreams.media;
    gateway.upstreams.media.readMedia = async function* () {
      yield await Promise.resolve({ bytes: bytes.subarray(0, 1000) });
      throw new AppError('unavailable', 'store_away', 'Away.');
    };
    await expect(get().then(bodyOf)).rejects.toThrow();
    gateway.upstreams.media.readMedia = async function* () {
      await Promise.resolve();
      throw new AppError('unavailable', 'store_away', 'Away.');
    };
    const refused = await get();
    expect([refused.status, refused.headers.get('content-disposition')]).toEqual([503, null]);
    expect(refused.headers.get('content-type')).toMatch(/^application\/json/);
    gateway.upstreams.media.readMedia = readMedia;
  });
});

describe('media, requested by others', () => {
  it.each([
    ['another user', path, () => stranger, 404, 'media_not_found'],
    ['a visitor', path, () => '', 401, 'signed_out'],
    ['an id that is not there', `/api/media/${randomUUID()}`, () => cookie, 404, 'media_not_found'],
    ['a word', '/api/media/secret', () => cookie, 400, 'invalid_input'],
    ['a way out', '/api/media/..%2f..%2fetc%2fpasswd', () => cookie, 400, 'invalid_input'],
    ['a NUL', `/api/media/${id}%00`, () => cookie, 400, 'invalid_input'],
  ])('%s', async (_who, wanted, whose, status, code) => {
    const answer = await gateway.ask(wanted, { cookie: whose() });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, code]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

describe('a reply with media', () => {
  const media = { id, type: 'image/png', name: 'hills.png', size: 5 };
  const shown = { id, type: 'image/png', name: 'hills.png', url: path };

  it('sends how far it has come, then what was made, and progress without an event id', async () => {
    const [broadcastId, conversationId, messageId] = [randomUUID(), randomUUID(), randomUUID()];
    const target = { aiService: 'gpt', conversationId, messageId };
    const reply = Reply.fromPartial({ ...target, status: ReplyStatus.COMPLETED, media: [media] });
    const events: Parameters<typeof BroadcastEvent.fromPartial>[0][] = [
      { id: 1, event: { $case: 'accepted', accepted: { broadcastId, targets: [target] } } },
      { id: 0, event: { $case: 'progress', progress: { aiService: 'gpt', messageId, fraction: 0.25 } } },
      { id: 2, event: { $case: 'reply', reply } },
      { id: 3, event: { $case: 'done', done: { broadcastId, replies: [reply] } } },
    ];
    gateway.upstreams.broadcasts.sendMessage = async function* () {
      for (const event of events) yield await Promise.resolve(BroadcastEvent.fromPartial(event));
    };
    const answer = await gateway.ask('/api/send-message', {
      method: 'POST',
      cookie,
      headers: { accept: 'text/event-stream' },
      body: { message: 'Hills', selectedAIs: ['gpt'], mode: 'selective' },
    });
    const frames = [];
    for await (const frame of framesOf(answer)) frames.push(frame);
    expect(frames.map(({ id: frameId, event }) => [event, frameId])).toEqual([
      ['accepted', '1'],
      ['progress', undefined],
      ['reply', '2'],
      ['done', '3'],
    ]);
    expect(frames[1]!.data).toEqual({ aiService: 'gpt', messageId, fraction: 0.25 });
    expect(frames[2]!.data).toMatchObject({ success: true, media: [shown] });
  });
});
