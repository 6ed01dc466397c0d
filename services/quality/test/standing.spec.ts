import { describe, expect, it } from '@jest/globals';
import { startSlice } from '@polylogue/test-kit';
import { quality } from '../src/service.js';

describe('quality', () => {
  it('stands: its schema is there and it says that it is ready', async () => {
    // Upstreams that are away do not keep it from standing.
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
