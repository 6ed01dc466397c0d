import { expect, it } from '@jest/globals';
import { entityDrift } from '@polylogue/test-kit';
import { admin } from '../src/service.js';

it('stores its entities in the tables that its migrations make', async () => {
  expect(await entityDrift(admin)).toEqual([]);
});
