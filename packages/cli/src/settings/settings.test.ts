import { describe, expect, it } from '@jest/globals';
import { addressOf } from './settings.js';

describe('the address of a server', () => {
  it.each([
    ['https://polylogue.example.org/', 'https://polylogue.example.org'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['https://example.org/polylogue/?x#y', 'https://example.org/polylogue'],
    ['https://user:secret@example.org', 'https://example.org'],
  ])('%s', (text, address) => expect(addressOf(text)).toBe(address));

  it.each(['localhost:8080', 'ftp://example.org', ''])('%j is none', (text) =>
    expect(() => addressOf(text)).toThrow('is no address of a server'),
  );
});
