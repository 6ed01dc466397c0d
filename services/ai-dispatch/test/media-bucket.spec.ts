import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EndKind, MediaServiceDefinition } from '@polylogue/proto';
import { AppError, Database } from '@polylogue/service-kit';
import { aUser, callerToken } from '@polylogue/test-kit';
import { startDemoServer, type DemoServer } from '../src/demo/demo-server.js';
import { LeftoversCron } from '../src/media/leftovers.cron.js';
import { MediaStore } from '../src/media/media-store.js';
import { startRunning, type Running } from './running.js';
import { startS3Server, type S3Server } from './s3-server.js';

const secret = 'a/secret+of=the store';
let demo: DemoServer;
let bucket: S3Server;
let running: Running;

beforeAll(async () => {
  demo = await startDemoServer({ port: 0, host: '127.0.0.1', speed: 0 });
  bucket = await startS3Server({ bucket: 'polylogue-media', keyId: 'AKIDEXAMPLE', secret });
  const row = { name: 'canvas', displayName: 'Canvas', provider: 'demo', model: 'demo-canvas' };
  running = await startRunning([row], {
    env: {
      DEMO_URL: demo.url,
      MEDIA_S3_URL: `${bucket.url}/`,
      MEDIA_S3_REGION: 'eu-central-1',
      MEDIA_S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
      MEDIA_S3_SECRET_ACCESS_KEY: secret,
    },
  });
});
afterAll(async () => {
  await running.close();
  await Promise.all([demo.close(), bucket.close()]);
});

const owner = callerToken(aUser());
const make = () => running.dispatch('canvas', { text: 'Hills', keepsMedia: true, token: owner });
const store = () => running.service.app.get(MediaStore, { strict: false });

async function read(id: string, from = 0, length = 0): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const stream = running.client(MediaServiceDefinition).readMedia({ id, from, length }, { callerToken: owner });
  for await (const { bytes } of stream) pieces.push(bytes);
  return Buffer.concat(pieces);
}

describe('media in a bucket', () => {
  it('are written, read whole and in part, and removed, all signed right', async () => {
    const [made] = (await make()).media;
    const { bytes, type } = bucket.objects.get(made!.id)!;
    expect([type, bytes.length]).toEqual(['image/png', made!.size]);
    expect(await read(made!.id)).toEqual(bytes);
    expect(await read(made!.id, 7, 20)).toEqual(bytes.subarray(7, 27));
    await store().delete(made!.id);
    await store().delete(made!.id);
    expect(bucket.objects.has(made!.id)).toBe(false);
    expect(bucket.refusals).toEqual([]);
  });

  it('that cannot be written are a failure of ours, said without what the store said', async () => {
    bucket.failures.push(403);
    const { end, media } = await make();
    expect([end.kind, end.error?.code, media]).toEqual([EndKind.FAILED, 'not_kept', []]);
    expect(JSON.stringify(end)).not.toMatch(/AKID|Signature/);
  });

  it('that cannot be read are away for now', async () => {
    const [made] = (await make()).media;
    bucket.objects.delete(made!.id);
    const refused: unknown = await read(made!.id).catch((error: unknown) => error);
    expect(AppError.is(refused) && refused.code).toBe('media_store_unavailable');
  });

  it('that are left over wait for a bucket that is away', async () => {
    const [made] = (await make()).media;
    const cron = running.service.app.get(LeftoversCron, { strict: false });
    const worker = running.service.app.get(Database, { strict: false }).worker;
    await worker.query('DELETE FROM ai_dispatch.media WHERE id = $1', [made!.id]);
    bucket.failures.push(403);
    await cron.sweep();
    expect(bucket.objects.has(made!.id)).toBe(true);
    await worker.query('UPDATE ai_dispatch.media_leftovers SET due_at = now()');
    await cron.sweep();
    expect(bucket.objects.has(made!.id)).toBe(false);
  });
});
