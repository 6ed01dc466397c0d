import { expect, it } from '@jest/globals';
import { deviceOf } from './device.rules.js';

it.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.4) AppleWebKit/605.1 (KHTML, like Gecko) Version/17 Safari/605.1',
    'Safari on macOS',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox on Windows'],
  ['curl/8.5', 'Another program'],
  [undefined, 'Another program'],
])('%s', (agent, device) => expect(deviceOf(agent)).toBe(device));
