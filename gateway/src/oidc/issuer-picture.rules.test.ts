import { expect, it } from '@jest/globals';
import { isOfIssuer } from './issuer-picture.rules.js';

it.each([
  ['https://id.test/a.png', true],
  ['https://id.test:443/a.png', true],
  ['https://id.test:8443/a.png', false],
  ['http://id.test/a.png', false],
  ['https://id.test@evil.test/a.png', false],
  ['https://evil.test/?https://id.test/a.png', false],
  ['data:image/png;base64,x', false],
  ['no address', false],
])('%s is a picture of the issuer: %s', (picture, expected) => {
  expect(isOfIssuer(picture, new URL('https://id.test/realms/staff'))).toBe(expected);
});
