import { describe, expect, it } from '@jest/globals';
import { messagesOf } from './thread-columns.js';

describe('the messages of a thread, from its columns', () => {
  it('are none where there are no rows', () => {
    expect(messagesOf({ areUsers: null, contents: [], files: null, authors: null })).toEqual([]);
  });

  it('keep the place of files and authors', () => {
    const files = [{ name: 'a.txt', text: 'A', picture: null, pages: null }];
    const columns = {
      areUsers: [true, false, true, false],
      contents: ['1', 'one', '2', 'two'],
      files: [null, null, files, null],
      authors: [null, 'Claude', null, null],
    };
    expect(messagesOf(columns)).toMatchObject([
      { role: 'user', content: '1', files: null },
      { role: 'assistant', content: 'one', author: 'Claude' },
      { role: 'user', content: '2', files },
      { role: 'assistant', content: 'two', author: null },
    ]);
  });
});
