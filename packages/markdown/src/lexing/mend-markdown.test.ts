import { describe, expect, it } from '@jest/globals';
import { mendMarkdown } from './mend-markdown.js';

describe('half-written markdown is completed for the eye', () => {
  it.each([
    ['plain text', 'plain text'],
    ['**bo', '**bo**'],
    ['**bold*', '**bold**'],
    ['**bold**', '**bold**'],
    ['a **', 'a '],
    ['a *', 'a '],
    ['an *emph', 'an *emph*'],
    ['2 * 3', '2 * 3'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['`co', '`co`'],
    ['a `', 'a '],
    ['`a` and `b', '`a` and `b`'],
    ['see [the pa', 'see the pa'],
    ['see [the page]', 'see the page'],
    ['see [the page](https://exam', 'see the page'],
    ['see [the page](https://example.com)', 'see [the page](https://example.com)'],
    ['![alt](http', 'alt'],
    ['~~gone', '~~gone~~'],
    ['text\n-', 'text'],
    ['text\n==', 'text'],
    ['##', ''],
    ['- a\n- ', '- a'],
    ['1.', ''],
    ['``', ''],
    ['| a | b', ''],
    ['Two:\n| a | b |\n', 'Two:'],
    ['| a | b |\n|-', ''],
    ['| a | b |\n|---|---|\n', ''],
    ['| a | b |\n|---|---|\n| 1', ''],
    ['| a | b |\n|---|---|\n| 1 | 2 |\n', '| a | b |\n|---|---|\n| 1 | 2 |\n'],
    ['| a | b |\n|---|---|\nno row', '| a | b |\n|---|---|\nno row'],
    ['| no table |\nat all', '| no table |\nat all'],
    ['<ht', ''],
    ['see <https://a.b/<http', 'see '],
    ['[a [b', 'a [b'],
    ['[a](b [c](d', 'a'],
    ['[a] [b](c) [d', '[a] [b](c) d'],
  ])('%j becomes %j', (open, mended) => {
    expect(mendMarkdown(open)).toBe(mended);
  });
});
