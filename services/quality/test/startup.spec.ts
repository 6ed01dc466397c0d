import { describe, expect, it } from '@jest/globals';
import { startSlice } from '@polylogue/test-kit';
import { quality } from '../src/service.js';

describe('quality', () => {
  it('starts with its schema and reports that it is ready', async () => {
    // It must start while the services it calls are away.
    const unreachable = '127.0.0.1:1';
    const slice = await startSlice(quality, {
      env: { ADMIN_GRPC_URL: unreachable, AI_DISPATCH_GRPC_URL: unreachable, CONVERSATION_GRPC_URL: unreachable },
    });
    try {
      const ready = await fetch(`${slice.service.healthUrl}/readyz`);
      expect(ready.status).toBe(200);
      expect(
        await slice.service.database.asWorker((tx) => tx.query('SELECT count(*)::int AS rows FROM quality.outbox')),
      ).toEqual([{ rows: 0 }]);
    } finally {
      await slice.close();
    }
  });
});
