import { describe, expect, it } from '@jest/globals';
import { guessableFault } from './guessable.rules.js';
import { mostUsedCount } from './most-used-passwords.js';

const ada = { email: 'ada.byron@example.org', firstName: 'Ada', lastName: 'Lovelace' };

describe('a password is easy to guess', () => {
  it.each(['qwertyuiop', 'Password123', '1q2w3e4r5t', 'MANCHESTER'])('as one of the most used: %s', (password) =>
    expect(guessableFault(password, ada)).toMatch(/most used/),
  );

  it.each([
    'polylogue-2026',
    'Lovelace1815',
    'ada.byron@example.org',
    'AdaLovelace!',
    'admin-polylogue',
    'Byron Byron 1',
  ])('as made of what is known: %s', (password) => expect(guessableFault(password, ada)).toMatch(/your name/));

  it.each([
    'correct horse battery',
    'lovelace wrote notes',
    '18151210185211',
    'пароль-не-простой',
    'polylogues are fun',
  ])('but not %s', (password) => expect(guessableFault(password, ada)).toBeUndefined());
});

it('knows more than 3,000 of those that are long enough', () => expect(mostUsedCount).toBe(5_000));
