import { expect, test } from '@jest/globals';
import { newerNodeHint } from './node-hint.js';

test.each([
  ['20.20.2', 'Node 24 would serve the same with about a fifth less processor time; this is Node 20.20.2.'],
  ['22.12.0', 'Node 24 would serve the same with about a fifth less processor time; this is Node 22.12.0.'],
  ['24.0.0', undefined],
  ['26.1.0', undefined],
])('under Node %s a start says %s', (version, hint) => expect(newerNodeHint(version)).toBe(hint));
