import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { z } from './zod.js';

const contracts = join(dirname(fileURLToPath(import.meta.url)), '../../api-contract/src');
const onlyTypes = new Set(['ZodNumber', 'ZodType', 'infer', 'input', 'output']);

it('a page has every part of zod that a contract uses, and no other', () => {
  const sources = readdirSync(contracts).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const text = sources.map((name) => readFileSync(join(contracts, name), 'utf8')).join('\n');
  const used = new Set([...text.matchAll(/\bz\s*\.(\w+)/g)].map(([, name = '']) => name));
  expect(Object.keys(z).sort()).toEqual([...used].filter((name) => !onlyTypes.has(name)).sort());
});
