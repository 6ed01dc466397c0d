import { describe, expect, it } from '@jest/globals';
import { countLabel, isSendDisabled, isSendKey } from './send.rules.js';

const press = {
  key: 'Enter',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  keyCode: 13,
};

describe('sending', () => {
  it.each([
    ['Enter', press, true],
    ['Ctrl+Enter', { ...press, ctrlKey: true }, true],
    ['Shift+Enter', { ...press, shiftKey: true }, false],
    ['Enter inside an input method', { ...press, isComposing: true }, false],
    ['Enter that ends an input method in Safari', { ...press, keyCode: 229 }, false],
    ['another key', { ...press, key: 'a' }, false],
  ])('%s sends: %#', (_name, key, sends) => {
    expect(isSendKey(key)).toBe(sends);
  });

  it.each([
    ['', false, true],
    [' \n\t', false, true],
    ['hello', false, false],
    ['hello', true, true],
  ])('%j while sending %s is disabled: %s', (message, isSending, disabled) => {
    expect(isSendDisabled(message, isSending)).toBe(disabled);
  });

  it.each([
    ['', '0 characters'],
    ['a', '1 character'],
    ['x'.repeat(1234), '1,234 characters'],
  ])('counts', (message, label) => {
    expect(countLabel(message)).toBe(label);
  });
});
