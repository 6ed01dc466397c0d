import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { root, serverSlices, webSlices } from '../slices.js';
import { drivenBy, e2eFilesFor, unitFilesFor } from './reach.rules.js';

test('a screen is driven by its own browser tests', () => {
  expect(e2eFilesFor(['mfe-history/src/list/row.tsx'])).toEqual(['e2e/specs/history.spec.ts']);
});

test('what all screens share is driven by the main job', () => {
  expect(e2eFilesFor(['packages/web-kit/src/theme/theme.css'])).toContain('e2e/specs/broadcast.spec.ts');
});

test('words and unit tests reach no browser test', () => {
  expect(e2eFilesFor(['README.md', 'mfe-history/src/list/row.test.tsx', 'services/admin/README.md'])).toEqual([]);
});

test('every change is held against the layout, manifests against theirs', () => {
  expect(unitFilesFor(['docs/bench.md'])).toEqual(['packages/build-kit/src/layout/layout.js']);
  expect(unitFilesFor(['k8s/admin/deployment.yaml'])).toContain('packages/build-kit/src/manifests/render.js');
  expect(unitFilesFor(['package-lock.json'])).toContain('packages/build-kit/src/layout/supply-chain.js');
});

test('every slice is driven by browser tests, and every one named exists', () => {
  const slices = [
    ...webSlices(),
    ...serverSlices().map(({ name }) => (name === 'gateway' ? name : `services/${name}`)),
  ];
  expect(slices.filter((slice) => e2eFilesFor([`${slice}/src/x.ts`]).length === 0)).toEqual([]);
  const named = drivenBy.flatMap(([, specs]) => specs).map((name) => `e2e/specs/${name}.spec.ts`);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
