import { describe, expect, it } from '@jest/globals';
import { shortcutOf } from './shortcuts.rules.js';

const press = (key: string, held: Partial<Parameters<typeof shortcutOf>[0]> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  ...held,
});

describe('the keys of the dashboard', () => {
  it.each([
    ['/', { do: 'compose' }],
    ['?', { do: 'sheet' }],
    ['m', { do: 'maximise' }],
    ['M', { do: 'maximise' }],
    ['1', { do: 'panel', index: 0 }],
    ['9', { do: 'panel', index: 8 }],
    [']', { do: 'step', by: 1 }],
    ['[', { do: 'step', by: -1 }],
    ['ArrowRight', { do: 'walk', by: 1 }],
    ['ArrowLeft', { do: 'walk', by: -1 }],
    ['Escape', { do: 'leave' }],
    ['x', undefined],
    ['0', undefined],
  ])('%s asks for %j', (key, shortcut) => {
    expect(shortcutOf(press(key), false)).toEqual(shortcut);
  });

  it('rest while one types, but for Esc', () => {
    for (const key of ['/', '?', 'm', '1', ']']) expect(shortcutOf(press(key), true)).toBeUndefined();
    expect(shortcutOf(press('Escape'), true)).toEqual({ do: 'leave' });
  });

  it('leave the keys of the browser and of an input method alone', () => {
    expect(shortcutOf(press('1', { ctrlKey: true }), false)).toBeUndefined();
    expect(shortcutOf(press('m', { metaKey: true }), false)).toBeUndefined();
    expect(shortcutOf(press('Escape', { isComposing: true }), true)).toBeUndefined();
  });
});
