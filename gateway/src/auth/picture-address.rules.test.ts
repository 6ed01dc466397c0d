import { expect, it } from '@jest/globals';
import { ownPictureAddress, userPictureAddress } from './picture-address.rules.js';

it('never names where a picture lies, and changes with the user and the picture', () => {
  const users = [
    { id: 'a', profileImageUrl: 'https://id.test/x' },
    { id: 'b', profileImageUrl: 'https://id.test/x' },
    { id: 'a', profileImageUrl: 'https://id.test/y' },
  ];
  const own = users.map(ownPictureAddress);
  expect(new Set(own).size).toBe(3);
  for (const address of own) expect(address).toMatch(/^\/api\/auth\/user\/picture\?v=[0-9a-f]{16}$/);
  expect(userPictureAddress(users[0]!)).toMatch(/^\/api\/admin\/users\/a\/picture\?v=[0-9a-f]{16}$/);
  expect(ownPictureAddress({ id: 'a' })).toBeNull();
});
