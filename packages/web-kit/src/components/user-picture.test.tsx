import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render } from '@testing-library/react';
import { UserPicture } from './user-picture.js';

afterEach(cleanup);

const shown = (address: string | null) => <UserPicture address={address}>AL</UserPicture>;

it('stands where there is one, and what stands for it where there is none or it does not come', () => {
  const { container, rerender } = render(shown(null));
  expect(container.textContent).toBe('AL');
  rerender(shown('/api/auth/user/picture?v=1'));
  const picture = container.querySelector('img')!;
  expect([picture.getAttribute('src'), picture.alt, container.textContent]).toEqual([
    '/api/auth/user/picture?v=1',
    '',
    '',
  ]);
  fireEvent.error(picture);
  expect([container.querySelector('img'), container.textContent]).toEqual([null, 'AL']);
  rerender(shown('/api/auth/user/picture?v=2'));
  expect(container.querySelector('img')).not.toBeNull();
});
