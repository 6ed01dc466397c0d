import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { UserRole } from './user-cells.js';

afterEach(cleanup);

it.each([
  ['Admin', 'admin', 'Admin'],
  ['User', 'user', 'User'],
  ['User', 'admin', 'Userwith admin rights'],
] as const)('the label %s goes by the fixed address, and the role %s is not hidden by it', (label, role, shown) => {
  expect(render(<UserRole label={label} role={role} />).container.textContent).toBe(shown);
});
