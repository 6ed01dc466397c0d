import { expect, it } from '@jest/globals';
import { toastOf } from './notices.rules.js';

it('says which service failed, and with what', () => {
  expect(toastOf({ kind: 'failed', service: 'Sage', error: 'It is over its quota.' })).toEqual({
    title: 'Message failed',
    description: 'Error from Sage: It is over its quota.',
    variant: 'destructive',
  });
});

it('says that the line was lost', () => {
  expect(toastOf({ kind: 'connection' })).toEqual({
    title: 'Connection error',
    description: 'Failed to send message. Please try again.',
    variant: 'destructive',
  });
});
