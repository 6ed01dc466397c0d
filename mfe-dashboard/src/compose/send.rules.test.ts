import { describe, expect, it } from '@jest/globals';
import { countLabel, isSendDisabled, isSendKey, sendLabel } from './send.rules.js';

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
    ['', undefined, true],
    [' \n\t', undefined, true],
    ['hello', undefined, false],
    ['hello', 'send', true],
    ['hello', 'file', true],
  ] as const)('%j while %s is on its way is disabled: %s', (message, pending, disabled) => {
    expect(isSendDisabled({ message, hasFile: false, pending, targets: 0 })).toBe(disabled);
  });

  it.each([
    ['', undefined, 2, false],
    ['a text', undefined, 1, false],
    ['a text', undefined, 0, true],
    ['', 'file', 2, true],
    ['', 'send', 2, true],
  ] as const)(
    'a file with %j while %s is on its way to %d services is disabled: %s',
    (message, pending, targets, disabled) => {
      expect(isSendDisabled({ message, hasFile: true, pending, targets })).toBe(disabled);
    },
  );

  it.each([
    [false, undefined, 'Send'],
    [false, 'send', 'Sending...'],
    [true, undefined, 'Analyze File'],
    [true, 'file', 'Analyzing...'],
    [true, 'send', 'Sending...'],
  ] as const)('with a file %s while %s is on its way says %s', (hasFile, pending, label) => {
    expect(sendLabel(hasFile, pending)).toBe(label);
  });

  it.each([
    ['', '0 characters'],
    ['a', '1 character'],
    ['x'.repeat(1234), '1,234 characters'],
  ])('counts', (message, label) => {
    expect(countLabel(message)).toBe(label);
  });
});
