import { describe, expect, it } from '@jest/globals';
import { categoriesOf, categoryLabels } from './categories.rules.js';
import { afterCompose, firstCompose, type Compose, type ComposeAction } from './compose.state.js';

const services = [
  { name: 'gpt', category: 'text' },
  { name: 'painter', category: 'image' },
  { name: 'claude', category: 'text' },
  { name: 'singer', category: 'audio' },
] as const;
const all = ['gpt', 'painter', 'claude', 'singer'];
const texts = ['gpt', 'claude'];
const compose = (mode: Compose['mode'], selected: string[], category: Compose['category'] = 'all'): Compose => ({
  mode,
  category,
  selected,
});
const to = (mode: Compose['mode']): ComposeAction => ({ do: 'mode', mode, services });
const filter = (category: Compose['category']): ComposeAction => ({ do: 'category', category, services });
const toggle = (name: string): ComposeAction => ({ do: 'toggle', name });

describe('dispatch modes and category filter', () => {
  it.each<[string, Compose, ComposeAction, Compose]>([
    [
      'coming back keeps what was chosen, but for what is gone',
      firstCompose,
      { do: 'restore', compose: compose('selective', ['claude', 'gone'], 'text'), services },
      compose('selective', ['claude'], 'text'),
    ],
    [
      'loading the services in broadcast selects all',
      firstCompose,
      { do: 'services', services },
      compose('broadcast', all),
    ],
    [
      'broadcast to selective keeps the selection',
      compose('broadcast', all),
      to('selective'),
      compose('selective', all),
    ],
    [
      'broadcast to individual keeps only the first',
      compose('broadcast', all),
      to('individual'),
      compose('individual', ['gpt']),
    ],
    [
      'selective to individual keeps only the first chosen',
      compose('selective', ['claude', 'gpt']),
      to('individual'),
      compose('individual', ['claude']),
    ],
    [
      'selective to individual with one keeps it',
      compose('selective', ['singer']),
      to('individual'),
      compose('individual', ['singer']),
    ],
    [
      'selective to individual with none stays empty',
      compose('selective', []),
      to('individual'),
      compose('individual', []),
    ],
    [
      'individual to selective keeps it',
      compose('individual', ['gpt']),
      to('selective'),
      compose('selective', ['gpt']),
    ],
    [
      'selective to broadcast selects every service',
      compose('selective', ['gpt']),
      to('broadcast'),
      compose('broadcast', all),
    ],
    [
      'individual to broadcast selects every service of the filter',
      compose('individual', ['gpt'], 'text'),
      to('broadcast'),
      compose('broadcast', texts, 'text'),
    ],
    [
      'a category in broadcast selects all of it',
      compose('broadcast', all),
      filter('text'),
      compose('broadcast', texts, 'text'),
    ],
    [
      'all categories in broadcast selects all',
      compose('broadcast', texts, 'text'),
      filter('all'),
      compose('broadcast', all),
    ],
    [
      'a category in selective cuts the selection down',
      compose('selective', ['claude', 'singer']),
      filter('text'),
      compose('selective', ['claude'], 'text'),
    ],
    [
      'a category in selective selects nothing new',
      compose('selective', []),
      filter('text'),
      compose('selective', [], 'text'),
    ],
    [
      'a category in individual cuts the selection down',
      compose('individual', ['singer']),
      filter('text'),
      compose('individual', [], 'text'),
    ],
    [
      'widening the category in selective brings nothing back',
      compose('selective', ['gpt'], 'text'),
      filter('all'),
      compose('selective', ['gpt']),
    ],
    ['a tile in broadcast cannot be toggled', compose('broadcast', all), toggle('gpt'), compose('broadcast', all)],
    [
      'a tile in selective is added',
      compose('selective', ['claude']),
      toggle('gpt'),
      compose('selective', ['claude', 'gpt']),
    ],
    [
      'a tile in selective is removed',
      compose('selective', ['claude', 'gpt']),
      toggle('claude'),
      compose('selective', ['gpt']),
    ],
    [
      'a tile in individual replaces the other',
      compose('individual', ['claude']),
      toggle('gpt'),
      compose('individual', ['gpt']),
    ],
    [
      'a service that is gone leaves the selection',
      compose('selective', ['gpt', 'old']),
      { do: 'services', services },
      compose('selective', ['gpt']),
    ],
    [
      'a category that is gone becomes all',
      compose('broadcast', [], 'video'),
      { do: 'services', services },
      compose('broadcast', all),
    ],
  ])('%s', (_name, before, action, after) => {
    expect(afterCompose(before, action)).toEqual(after);
  });

  it('offers all, then the sorted distinct categories', () => {
    expect(categoriesOf(services)).toEqual(['all', 'audio', 'image', 'text']);
    expect(categoriesOf(services).map((category) => categoryLabels[category])).toEqual([
      'All Categories',
      'Audio AI',
      'Image AI',
      'Text AI',
    ]);
  });
});
