import { expect, it } from '@jest/globals';
import { entityDrift } from '@polylogue/test-kit';
import { scheduler } from '../src/service.js';

it('stores its entities in the tables that its migrations make', async () => {
  expect(await entityDrift(scheduler)).toEqual([]);
});
