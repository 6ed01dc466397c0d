import { describe, expect, test } from '@jest/globals';
import { addImport, addLineAfter, append, copyRows, replaceOnce } from './lists.js';
import { spell } from './names.js';
import { replacer } from './templates.js';

describe('a list of code', () => {
  test('has its new element at the end', () => {
    expect(append(`const a = ['x'];`, 'a', `'y'`)).toBe(`const a = ['x', 'y'];`);
    expect(append('f({ imports: [] });', 'imports', 'B')).toBe('f({ imports: [ B] });');
    expect(append('const m: M[] = [\n  [1, { a: 2 }],\n];', 'm', '3')).toBe('const m: M[] = [\n  [1, { a: 2 }], 3];');
    expect(append('const o = { a: 1 } as const;', 'o', 'b: 2')).toBe('const o = { a: 1, b: 2} as const;');
    expect(() => append('const a = [];', 'b', `'y'`)).toThrow('There is no list b');
  });

  test('is imported together with what comes from the same place, or behind the other imports', () => {
    const text = `import { a } from '@x/a';\nimport {\n  c,\n  d,\n} from './c.js';\ncode();\n`;
    expect(addImport(text, 'b', '@x/a')).toContain(`import { a, b } from '@x/a';`);
    expect(addImport(text, 'e', './c.js')).toContain(`import {\n  c,\n  d, e } from './c.js';`);
    expect(addImport(text, 'b', './b.js')).toContain(`} from './c.js';\nimport { b } from './b.js';\ncode();`);
  });
});

describe('rows', () => {
  const rename = replacer({ admin: spell('reading-room') }, { isWhole: true });

  test('are copied behind the last of them, and comments stay', () => {
    const text = 'a:\n  # ours\n  - { name: admin, key: ADMIN_URL } # why\n  - other\n';
    expect(copyRows(text, /name: admin/, rename)).toBe(
      'a:\n  # ours\n  - { name: admin, key: ADMIN_URL } # why\n  - { name: reading-room, key: READING_ROOM_URL } # why\n  - other\n',
    );
    expect(copyRows('- admin\n- x\n- admin-2\n- y\n', /^- admin/, rename)).toBe(
      '- admin\n- x\n- admin-2\n- reading-room\n- reading-room-2\n- y\n',
    );
  });

  test('of several lines are copied whole', () => {
    const text = 's:\n  admin:\n    image: polylogue/admin\n    env:\n      - x\n\n  other: 1\n';
    expect(copyRows(text, /^ {2}admin:/, rename)).toBe(
      's:\n  admin:\n    image: polylogue/admin\n    env:\n      - x\n\n  reading-room:\n    image: polylogue/reading-room\n    env:\n      - x\n\n  other: 1\n',
    );
    expect(() => copyRows(text, /^ {2}nobody:/, rename)).toThrow('No line matches');
  });

  test('keep words that only contain the name', () => expect(rename('administrator')).toBe('administrator'));
});

test('a template is filled in every spelling', () => {
  const fill = replacer({ 'sample-items': spell('book-boxes'), 'sample-item': spell('book-box'), '0099': '0007' });
  expect(fill('listSampleItems(sampleItemId) sample_items SAMPLE_ITEM_0099 "Sample items" a sample item')).toBe(
    'listBookBoxes(bookBoxId) book_boxes BOOK_BOX_0007 "Book boxes" a book box',
  );
});

test('what must be there and is not is a fault, not a silence', () => {
  expect(() => addLineAfter('a', /b/, 'c')).toThrow('No line matches');
  expect(() => replaceOnce('a', /b/, 'c')).toThrow('Nothing matches');
  expect(addLineAfter('a\nb', /a/, 'c')).toBe('a\nc\nb');
});
