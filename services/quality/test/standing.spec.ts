import { describe, expect, it } from '@jest/globals';
import { startSlice } from '@polylogue/test-kit';
import { quality } from '../src/service.js';

describe('quality', () => {
  it('stands: its schema is there and it says that it is ready', async () => {
    const slice = await startSlice(quality);
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
