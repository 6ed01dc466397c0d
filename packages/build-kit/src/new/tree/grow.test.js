import { describe, expect, test } from '@jest/globals';
import { spell } from '../names.js';
import { addElement, addImport, addLine, addProperty } from './grow-code.js';
import { addLineAfter, replaceOnce } from './grow-text.js';
import { copyRows, inWordsOf } from './grow-yaml.js';

describe('code', () => {
  test('an element comes last, or beside one that is named; once', () => {
    expect(addElement(`const a = ['x'];`, 'a', `'y'`)).toBe(`const a = ['x', 'y'];`);
    expect(addElement(`const a = [];`, 'a', `'y'`)).toBe(`const a = ['y'];`);
    const two = `const a = ['g', ...['x', 'z'].map(f)];`;
    const grown = addElement(two, 'a', `'y'`, { beside: `'x'` });
    expect(grown).toBe(`const a = ['g', ...['x', 'y', 'z'].map(f)];`);
    expect(addElement(grown, 'a', `'y'`, { beside: `'x'` })).toBe(grown);
    expect(addElement('@Module({ imports: [A] }) class M {}', 'imports', 'B')).toBe(
      '@Module({ imports: [A, B] }) class M {}',
    );
    expect(() => addElement(two, 'b', `'y'`)).toThrow('There is no list b');
  });

  test('a property comes into an object, a member into an interface; once', () => {
    const grown = addProperty(`f({ env: { A: 1, ...rest } });`, 'env', 'B: 2', { beside: 'A' });
    expect(grown).toBe(`f({ env: { A: 1, B: 2, ...rest } });`);
    expect(addProperty(grown, 'env', 'B: 2', { beside: 'A' })).toBe(grown);
    expect(addProperty('interface I { a: A; z: Z; }', 'I', 'b: B;', { beside: 'a' })).toBe(
      'interface I { a: A;\nb: B; z: Z; }',
    );
    expect(addProperty('interface I {}', 'I', 'b: B;')).toBe('interface I {\nb: B;}');
  });

  test('an import joins those from the same place, or stands among its neighbours', () => {
    const text = `import { a } from '@x/a';\nimport { c } from './c.js';\n`;
    expect(addImport(text, 'b', '@x/a')).toContain(`import { a, b } from '@x/a';`);
    expect(addImport(text, 'a', '@x/a')).toBe(text);
    expect(addLine(text, `import { b } from './b.js';`)).toBe(
      `import { a } from '@x/a';\nimport { b } from './b.js';\nimport { c } from './c.js';\n`,
    );
  });
});

describe('YAML', () => {
  const rename = inWordsOf(spell('admin'), spell('reading-room'));

  test('a row is copied with its words, and comments stay', () => {
    const text = 'a:\n  # ours\n  - { name: admin, key: ADMIN_URL } # why\n  - other\n';
    expect(copyRows(text, [0, 'a'], ({ name }) => name === 'admin', rename)).toBe(
      'a:\n  # ours\n  - { name: admin, key: ADMIN_URL } # why\n  - { name: reading-room, key: READING_ROOM_URL } # why\n  - other\n',
    );
  });

  test('an entry of several lines is copied whole, in the document that is meant', () => {
    const text = 'x: 1\n---\ns:\n  admin:\n    image: polylogue/admin\n\n  other: 1\n';
    expect(copyRows(text, [1, 's'], (_row, key) => key === 'admin', rename)).toBe(
      'x: 1\n---\ns:\n  admin:\n    image: polylogue/admin\n\n  reading-room:\n    image: polylogue/reading-room\n\n  other: 1\n',
    );
    expect(() => copyRows(text, [1, 's'], () => false, rename)).toThrow('There is nothing like it under s.');
  });

  test('words that only contain the neighbour stay', () => expect(rename('administrator')).toBe('administrator'));
});

describe('text', () => {
  test('what must be there and is not is a fault, not a silence', () => {
    expect(() => addLineAfter('a', /b/, 'c')).toThrow('No line matches');
    expect(() => replaceOnce('a', /b/, 'c')).toThrow('Nothing matches');
    expect(addLineAfter('a\nb', /a/, 'c')).toBe('a\nc\nb');
  });
});
