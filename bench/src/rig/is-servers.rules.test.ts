import { expect, it } from '@jest/globals';
import { isServers } from './is-servers.rules.js';

it.each([
  ['/checkout/packages/build-kit/src/launcher/run-slices.js', true],
  ['/checkout/packages/build-kit/src/launcher/run-bundle.js', true],
  ['C:\\checkout\\packages\\build-kit\\src\\launcher\\run-bundle.js', true],
  ['/checkout/services/ai-dispatch/dist/files/reader/main.js', false],
  ['', false],
])('knows the process of the servers by its script: %s', (script, is) => expect(isServers(script)).toBe(is));
