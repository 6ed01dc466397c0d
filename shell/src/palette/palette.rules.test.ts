import { describe, expect, it } from '@jest/globals';
import { commandsFor, grouped, matching } from './commands.rules.js';
import { meaningOf, screenKeys } from './palette-keys.rules.js';

const found = (typed: string, isAdmin = true) => matching(commandsFor(isAdmin), typed).map(({ label }) => label);

describe('commands', () => {
  it.each([
    ['hist', ['History']],
    ['THÈME dark', ['Theme: dark']],
    ['s', expect.arrayContaining(['Saved Queries', 'Settings', 'Theme: system'])],
    ['no such thing', []],
  ])('for %j', (typed, labels) => expect(found(typed)).toEqual(labels));

  it('begin with those that begin with what was typed', () => {
    expect(found('a')[0]).toBe('AI Chat');
  });

  it('offer Settings to administrators only, by name and by key', () => {
    expect(found('settings', false)).toEqual([]);
    const place = { isBusy: false, afterG: true, hasOwnKeys: false };
    expect(meaningOf(press('a'), { ...place, isAdmin: true })).toEqual({ do: 'go', path: '/admin' });
    expect(meaningOf(press('a'), { ...place, isAdmin: false })).toBeUndefined();
  });

  it('stand in groups of a fixed order', () => {
    expect(grouped(matching(commandsFor(true), 'e')).map(([name]) => name)).toEqual(['Screens', 'Actions']);
  });
});

function press(key: string, more: Partial<Parameters<typeof meaningOf>[0]> = {}) {
  return { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false, ...more };
}

describe('a key', () => {
  const free = { isBusy: false, isAdmin: false, afterG: false, hasOwnKeys: false };

  it.each([{ ctrlKey: true }, { metaKey: true }])('K with %j opens the palette, also while one types', (held) => {
    expect(meaningOf(press('k', held), { ...free, isBusy: true })).toEqual({ do: 'palette' });
    expect(meaningOf(press('K', held), free)).toEqual({ do: 'palette' });
  });

  it.each([{ isComposing: true }, { altKey: true }, { shiftKey: true }])('means nothing of ours with %j', (held) => {
    expect(meaningOf(press('k', { ctrlKey: true, ...held }), free)).toBeUndefined();
    expect(meaningOf(press('g', held), free)).toBeUndefined();
  });

  it('is a letter like any other while one types', () => {
    expect(meaningOf(press('g'), { ...free, isBusy: true })).toBeUndefined();
    expect(meaningOf(press('h'), { ...free, isBusy: true, afterG: true })).toBeUndefined();
  });

  it.each([
    ['/', { do: 'search' }],
    ['?', { do: 'palette' }],
  ])('%s works on screens that have none of their own, with Shift as well', (key, meaning) => {
    for (const shiftKey of [false, true]) expect(meaningOf(press(key, { shiftKey }), free)).toEqual(meaning);
    expect(meaningOf(press(key), { ...free, isBusy: true })).toBeUndefined();
    expect(meaningOf(press(key), { ...free, hasOwnKeys: true })).toBeUndefined();
    expect(meaningOf(press(key, { ctrlKey: true }), free)).toBeUndefined();
  });

  it('after G makes a query, and the palette shows it beside its action', () => {
    expect(meaningOf(press('n'), { ...free, afterG: true })).toEqual({ do: 'go', path: '/saved-queries/new' });
    const [command] = matching(commandsFor(false), 'Create New Query');
    expect(command!.keys).toEqual(['G', 'N']);
    expect(screenKeys.map(({ key }) => key)).not.toContain('n');
  });

  it('after G leads to a screen, each by a letter of its own', () => {
    expect(meaningOf(press('g'), free)).toEqual({ do: 'wait' });
    expect(meaningOf(press('h'), { ...free, afterG: true })).toEqual({ do: 'go', path: '/history' });
    expect(meaningOf(press('h'), free)).toBeUndefined();
    expect(meaningOf(press('x'), { ...free, afterG: true })).toBeUndefined();
    expect(new Set(screenKeys.map(({ key }) => key)).size).toBe(screenKeys.length);
  });
});
