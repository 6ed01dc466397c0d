import { expect, it } from '@jest/globals';
import { entityDrift } from '@polylogue/test-kit';
import { service } from '../src/service.js';

it('stores its entities in the tables that its migrations make', async () => {
  expect(await entityDrift(service)).toEqual([]);
});
