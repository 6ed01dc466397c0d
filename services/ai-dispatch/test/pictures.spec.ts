import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ChatRole,
  DispatchServiceDefinition,
  FilesServiceDefinition,
  MediaServiceDefinition,
  ProviderRequestsServiceDefinition,
  type DispatchEnd,
  type KeepPictureResponse,
} from '@polylogue/proto';
import { Database, Events } from '@polylogue/service-kit';
import { aUser, callerToken, until } from '@polylogue/test-kit';
import sharp from 'sharp';
import type { FileFaultCode } from '../src/files/file-faults.js';
import { LeftoversCron } from '../src/media/leftovers.cron.js';
import { protocols, startRunning, type Running } from './running.js';
import { pathOf, startVendorServer } from './vendor-server.js';

const root = join(import.meta.dirname, '../../..');
let running: Running;
let vendor: Awaited<ReturnType<typeof startVendorServer>>;

beforeAll(async () => {
  // The process that reads files runs what was compiled.
  const { NODE_OPTIONS: _, ...env } = process.env;
  const build = [join(root, 'packages/build-kit/src/build-node.js'), 'services/ai-dispatch'];
  execFileSync(process.execPath, build, { cwd: root, env });
  vendor = await startVendorServer();
  const rows = protocols.flatMap((provider) =>
    [true, false].map((sees) => {
      const name = `${provider}-${sees ? 'sees' : 'blind'}`;
      return { name, displayName: name, provider, model: 'hello', baseUrl: vendor.url + pathOf(provider), sees };
    }),
  );
  running = await startRunning(
    rows.map((row) => ({ ...row, apiKey: 'sk-test' })),
    { retries: { delaysMs: [10] } },
  );
});
afterAll(async () => {
  await running?.close();
  await vendor?.close();
});

const token = (user: ReturnType<typeof aUser>) => ({ callerToken: callerToken(user) });
const keep = (name: string, content: Buffer | string, user = aUser()) =>
  running
    .client(FilesServiceDefinition)
    .keepPicture({ name, content: Buffer.from(content) }, { ...token(user), deadlineMs: 40_000 });
async function bytesOf(id: string, user: ReturnType<typeof aUser>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const stream = running.client(MediaServiceDefinition).readMedia({ id, from: 0, length: 0 }, token(user));
  for await (const { bytes } of stream) pieces.push(bytes);
  return Buffer.concat(pieces);
}

const drawing = (width: number, height: number, background = '#8C47A0') =>
  sharp({ create: { width, height, channels: 3, background } });
/** Red on the left, blue on the right. */
const twoColours = async (width: number, height: number) => {
  const right = await drawing(width / 2, height, '#0000ff')
    .png()
    .toBuffer();
  return drawing(width, height, '#ff0000').composite([{ input: right, left: width / 2, top: 0 }]);
};
const frames = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      drawing(20, 10, `rgb(${n * 100},0,0)`)
        .png()
        .toBuffer(),
    ),
  );

describe('a picture that is attached', () => {
  it('is kept upright, and nothing says where it was taken', async () => {
    const user = aUser();
    const taken = await (
      await twoColours(40, 20)
    )
      .withExif({ IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(taken).metadata()).exif).toBeDefined();
    const { picture, type } = await keep('Holiday.JPG', taken, user);
    expect(type).toBe('image/jpeg');
    expect(picture).toMatchObject({ name: 'Holiday.JPG', width: 20, height: 40 });
    const kept = await bytesOf(picture!.mediaId, user);
    const { exif, icc, xmp, orientation, format } = await sharp(kept).metadata();
    expect({ exif, icc, xmp, orientation, format }).toEqual({ format: 'jpeg' });
    expect(kept.includes('Ada')).toBe(false);
    // Turned a quarter to the right, what was on the left is above.
    const [red = 0, , blue = 0] = await sharp(kept).extract({ left: 10, top: 4, width: 1, height: 1 }).raw().toBuffer();
    expect(red).toBeGreaterThan(200);
    expect(blue).toBeLessThan(60);
  });

  it.each<[string, () => Promise<Buffer>, Partial<NonNullable<KeepPictureResponse['picture']>>, string, string]>([
    ['large.png', () => drawing(5_000, 1_000).png().toBuffer(), { width: 2_048, height: 410 }, 'image/png', 'png'],
    ['small.webp', () => drawing(30, 20).webp().toBuffer(), { width: 30, height: 20 }, 'image/webp', 'png'],
    ['still.gif', () => drawing(30, 20).gif().toBuffer(), { firstFrame: undefined }, 'image/gif', 'png'],
    [
      'moving.gif',
      async () =>
        sharp(await frames(3), { join: { animated: true } })
          .gif()
          .toBuffer(),
      { width: 20, height: 10, firstFrame: true },
      'image/gif',
      'png',
    ],
    [
      'noise.png',
      () =>
        sharp({
          create: {
            width: 1_500,
            height: 1_500,
            channels: 3,
            background: '#000',
            noise: { type: 'gaussian', mean: 128, sigma: 90 },
          },
        })
          .png()
          .toBuffer(),
      { width: 1_500 },
      'image/png',
      'jpeg',
    ],
  ])('is kept as vendors take it: %s', async (name, make, expected, type, format) => {
    const user = aUser();
    const made = await keep(name, await make(), user);
    expect(made.type).toBe(type);
    expect(made.picture).toMatchObject({ name, ...expected });
    const kept = await bytesOf(made.picture!.mediaId, user);
    expect(kept.length).toBeLessThanOrEqual(1024 * 1024);
    expect((await sharp(kept).metadata()).format).toBe(format);
  });

  it.each<[string, string, () => Promise<Buffer | string> | Buffer | string, FileFaultCode]>([
    ['one that is none', 'a.png', () => 'Hello', 'not_what_it_says'],
    ['a page that says it is one', 'a.png', () => '<!doctype html><script>alert(1)</script>', 'not_what_it_says'],
    [
      'a drawing of lines',
      'a.png',
      () => '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
      'not_what_it_says',
    ],
    ['one of another type', 'a.png', () => drawing(8, 8).jpeg().toBuffer(), 'not_what_it_says'],
    ['an empty one', 'a.gif', () => '', 'empty_picture'],
    ['a drawing by its name', 'a.svg', () => '<svg/>', 'type_not_allowed'],
    ['one cut off', 'a.jpg', async () => (await drawing(900, 900).jpeg().toBuffer()).subarray(0, 700), 'corrupt'],
    ['one cut off in its head', 'a.png', async () => (await drawing(8, 8).png().toBuffer()).subarray(0, 20), 'corrupt'],
    ['400 million pixels in a few bytes', 'a.png', () => bomb(20_000), 'too_many_pixels'],
    ['more than 10 MB', 'a.jpg', () => Buffer.alloc(10 * 1024 * 1024 + 1, 0xff), 'file_too_large'],
  ])('gets a sentence when it is %s, and the next one is kept', async (_what, name, content, code) => {
    await expect(keep(name, await content())).rejects.toMatchObject({ code });
    expect((await keep('b.png', await drawing(8, 8).png().toBuffer())).picture?.width).toBe(8);
  });

  it('needs an approved caller, and only its owner reads it', async () => {
    const content = await drawing(8, 8).png().toBuffer();
    await expect(keep('a.png', content, aUser({ isApproved: false }))).rejects.toMatchObject({ kind: 'forbidden' });
    const { picture } = await keep('a.png', content);
    await expect(bytesOf(picture!.mediaId, aUser())).rejects.toMatchObject({ code: 'media_not_found' });
  });
});

/** A PNG of black squares, which packs to almost nothing. */
function bomb(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side));
  const chunk = (name: string, data: Buffer) => {
    const [length, body] = [Buffer.alloc(4), Buffer.concat([Buffer.from(name), data])];
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, body, Buffer.from(crcOf(body))]);
  };
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

function crcOf(bytes: Buffer): number[] {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return [24, 16, 8, 0].map((shift) => (~crc >>> shift) & 0xff);
}

describe('a thread with pictures', () => {
  type Kept = NonNullable<KeepPictureResponse['picture']>;
  const aPicture = async (user: ReturnType<typeof aUser>, name = 'cat.png') =>
    (await keep(name, await drawing(30, 20).png().toBuffer(), user)).picture!;
  const question = (content: string, ...pictures: Kept[]) => ({
    role: ChatRole.USER,
    content,
    ...(pictures.length > 0 && { pictures: { pictures } }),
  });
  const ask = async (aiService: string, messages: ReturnType<typeof question>[], user: ReturnType<typeof aUser>) => {
    let end: DispatchEnd | undefined;
    const request = { callId: randomUUID(), aiService, messages };
    for await (const { event } of running.client(DispatchServiceDefinition).dispatch(request, token(user))) {
      if (event?.$case === 'end') end = event.end;
    }
    const { body } = vendor.requestsFor(aiService.replace(/(sees|blind)$/, 'hello')).at(-1)!;
    return { end: end!, body, sent: JSON.parse(body) as never };
  };
  const wires: Record<string, (data: string) => object> = {
    openai: (data) => ({
      messages: [
        {
          content: [
            { type: 'text', text: 'Which?' },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } },
          ],
        },
      ],
    }),
    anthropic: (data) => ({
      messages: [
        {
          content: [
            { type: 'text', text: 'Which?' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
          ],
        },
      ],
    }),
    google: (data) => ({
      contents: [{ parts: [{ text: 'Which?' }, { inlineData: { mimeType: 'image/png', data } }] }],
    }),
  };
  wires['openai-compatible'] = wires['openai']!;

  it.each(protocols)(
    'is sent on the wire of %s to a service that sees, and told to one that does not',
    async (protocol) => {
      const user = aUser();
      const picture = await aPicture(user);
      const data = (await bytesOf(picture.mediaId, user)).toString('base64');
      const seen = await ask(`${protocol}-sees`, [question('Which?', picture)], user);
      expect(seen.sent).toMatchObject(wires[protocol]!(data));
      expect(seen.end.generation?.sawPictures).toBe(true);
      const answered = await ask(`${protocol}-blind`, [question('Which?', picture)], user);
      expect(answered.body).toContain('[Picture: cat.png, 30 × 20 – this service cannot see pictures]');
      expect(answered.body).not.toContain(data.slice(0, 40));
      expect(answered.end.generation?.sawPictures).toBe(false);
      expect((await ask(`${protocol}-blind`, [question('Hi')], user)).end.generation?.sawPictures).toBeUndefined();
    },
  );

  it('sends the newest ten, and names the others', async () => {
    const user = aUser();
    const pictures = await Promise.all(Array.from({ length: 4 }, (_, n) => aPicture(user, `${n}.png`)));
    const turns = [0, 1, 2].map((turn) => question(`Turn ${turn}`, ...pictures));
    const { body } = await ask('openai-sees', turns, user);
    expect(body.match(/data:image\/png/g)).toHaveLength(10);
    expect(body).toContain('[Picture: 0.png, 30 × 20 – shown earlier, not sent again]');
    expect(body.match(/shown earlier/g)).toHaveLength(2);
  });

  it("says that a picture is gone, and never sends another user's", async () => {
    const [owner, other] = [aUser(), aUser()];
    const picture = await aPicture(owner);
    const { body, end } = await ask('openai-sees', [question('Which?', picture)], other);
    expect(body).toContain('[Picture: cat.png, 30 × 20 – no longer kept]');
    expect(body).not.toContain('image_url');
    expect(end.error).toBeUndefined();
  });

  it('is made again byte for byte, and shown without the megabytes', async () => {
    const user = aUser();
    const picture = (
      await keep(
        'noise.jpg',
        await sharp({
          create: {
            width: 200,
            height: 200,
            channels: 3,
            background: '#000',
            noise: { type: 'gaussian', mean: 128, sigma: 90 },
          },
        })
          .jpeg()
          .toBuffer(),
        user,
      )
    ).picture!;
    const messages = [question('Which?', picture)];
    const { end } = await ask('openai-sees', messages, user);
    const requests = running.client(ProviderRequestsServiceDefinition);
    const made = await requests.rebuildProviderRequest({ aiService: 'openai-sees', messages }, token(user));
    expect(made.digest?.sha256).toBe(end.generation?.sentBody?.sha256);
    expect(made.body).toMatch(/data:image\/jpeg;base64,\[\d+ characters of base64\]/);
  });
});

describe('a picture that no message came with', () => {
  const filesKept = () => readdirSync(running.mediaFolder, { recursive: true }).map(String);
  const isKept = (id: string) => filesKept().some((file) => file.endsWith(id));

  it('is removed after a day; one that a message came with stays', async () => {
    const user = aUser();
    const content = await drawing(8, 8).png().toBuffer();
    const [lost, sent] = await Promise.all([keep('a.png', content, user), keep('b.png', content, user)]);
    const ids = [lost.picture!.mediaId, sent.picture!.mediaId] as const;
    const { app } = running.service;
    const database = app.get(Database, { strict: false });
    const events = app.get(Events, { strict: false });
    const attached = { userId: user.userId, mediaIds: [ids[1]] };
    await database.asWorker((tx) => events.in(tx).publish('conversation.media_attached.v1', attached));
    const expiring = () =>
      database.asWorker((tx) =>
        tx.query<{ id: string }[]>('SELECT id FROM ai_dispatch.media WHERE expires_at IS NOT NULL'),
      );
    await until(async () => !(await expiring()).some(({ id }) => id === ids[1]), { what: 'the event' });
    await database.asWorker((tx) =>
      tx.query(`UPDATE ai_dispatch.media SET expires_at = now() WHERE id = $1`, [ids[0]]),
    );
    await app.get(LeftoversCron, { strict: false }).sweep();
    await until(() => !isKept(ids[0]), { what: 'the end of the bytes' });
    expect(isKept(ids[1])).toBe(true);
    await expect(bytesOf(ids[0], user)).rejects.toMatchObject({ code: 'media_not_found' });
  });
});
