import { describe, expect, it } from '@jest/globals';
import { hostOf, sourceLabel, sourcesSideBySide, webAddress } from './sources.rules.js';

describe('a source', () => {
  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'mailto:a@b.c',
    '//a.example',
    'locks',
    '',
  ])('whose address is %s is no link', (url) => {
    expect(webAddress(url)).toBeUndefined();
    expect(hostOf(url)).toBe('');
  });

  it('is called by its title, its host, or what it has', () => {
    expect(sourceLabel({ url: 'https://www.example.org/a', title: 'A' })).toBe('A');
    expect(sourceLabel({ url: 'https://www.example.org/a' })).toBe('example.org');
    expect(sourceLabel({ url: 'chapter 3' })).toBe('chapter 3');
    expect(sourceLabel({})).toBe('Unnamed source');
  });
});

describe('sources side by side', () => {
  it('name each page once with all who cite it, the most cited first', () => {
    const rows = sourcesSideBySide([
      [{ url: 'https://a.example/x' }, { url: 'https://b.example/' }],
      [{ url: 'http://www.b.example?utm_source=ai#part', title: 'B' }],
      [{ title: 'A book' }, { url: 'https://b.example' }, { url: 'https://b.example/#again' }],
    ]);
    expect(rows).toEqual([
      { url: 'https://b.example/', title: 'B', citedBy: [0, 1, 2] },
      { url: 'https://a.example/x', citedBy: [0] },
      { title: 'A book', citedBy: [2] },
    ]);
  });

  it('keep pages apart that differ', () => {
    const pages = ['https://a.example/x', 'https://a.example/y', 'https://a.example/x?page=2', 'https://b.example/x'];
    expect(sourcesSideBySide([pages.map((url) => ({ url }))])).toHaveLength(4);
  });
});
