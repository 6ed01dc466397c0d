import { relative } from 'node:path';
import { environmentFiles } from '../environment/write-environment.js';
import { root } from '../slices.js';
import { failed, passed } from './outcome.js';

/** What is written from the config schemas must be what is committed. Needs the built servers. */
export async function compareEnvironment() {
  const stale = (await environmentFiles()).filter(({ wanted, found }) => wanted !== found);
  if (stale.length === 0) return passed();
  return failed(`Run: npm run environment\n${stale.map(({ path }) => `  ${relative(root, path)}`).join('\n')}`);
}
