// `npm run rotate-keys -w services/ai-dispatch`: closes every stored key with the last key of the key ring.
import { createLogger, Database, loadConfig } from '@polylogue/service-kit';
import { z } from 'zod';
import { config } from '../config.js';
import { describeRotation, rotateKeys } from './rotate.js';
import { SecretEntity } from './secret.entity.js';

const wanted = config
  .pick({
    AI_DISPATCH_DATABASE_URL: true,
    AI_DISPATCH_WORKER_DATABASE_URL: true,
    AI_DISPATCH_KEY_RING: true,
    LOG_LEVEL: true,
  })
  .required({ AI_DISPATCH_KEY_RING: true });
const { AI_DISPATCH_KEY_RING: ring, ...settings }: z.output<typeof wanted> = loadConfig(wanted);

const database = new Database({
  schema: 'ai_dispatch',
  appUrl: settings.AI_DISPATCH_DATABASE_URL,
  workerUrl: settings.AI_DISPATCH_WORKER_DATABASE_URL,
  poolSize: 1,
  entities: [SecretEntity],
  logger: createLogger('ai-dispatch', settings.LOG_LEVEL),
});
try {
  await database.connect();
  const rotation = await rotateKeys({ database, ring });
  process.stdout.write(`${describeRotation(rotation, ring)}\n`);
  process.exitCode = rotation.unreadable.length > 0 ? 1 : 0;
} finally {
  await database.close();
}
