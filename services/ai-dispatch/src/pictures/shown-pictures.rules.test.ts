import { describe, expect, it } from '@jest/globals';
import type { Picture } from '@polylogue/proto';
import { maxPictures, showPictures } from './shown-pictures.rules.js';

const picture = (name: string, more: Partial<Picture> = {}): Picture => {
  return { mediaId: `${name}-${more.page}`, name, width: 8, height: 6, ...more };
};
const pagesOf = (name: string, count: number, pageCount: number) =>
  Array.from({ length: count }, (_, index) => picture(name, { page: index + 1, pageCount }));
const question = (pictures: Picture[]) => ({ role: 'user' as const, content: 'Hm?', pictures });

describe('pages of a document', () => {
  it('are one line, and those of another document another one', () => {
    const pictures = [...pagesOf('a[1].pdf', 3, 12), ...pagesOf('b.pdf', 1, 1), picture('cat.png')];
    const [seen] = showPictures([question(pictures)], true);
    expect(seen).toEqual({
      ...question(pictures),
      content: 'Hm?\n[Pages 1 to 3 of 12 of a_1_.pdf – shown as pictures]\n[Page 1 of 1 of b.pdf – shown as pictures]',
    });
    const [turn] = showPictures([question(pictures)], false);
    expect(turn).toEqual({
      role: 'user',
      pictures: [],
      content: [
        'Hm?',
        '[Pages 1 to 3 of 12 of a_1_.pdf – this service cannot see pictures]',
        '[Page 1 of 1 of b.pdf – this service cannot see pictures]',
        '[Picture: cat.png, 8 × 6 – this service cannot see pictures]',
      ].join('\n'),
    });
  });

  it('are two lines where one of two files with the same name begins anew', () => {
    const pictures = [...pagesOf('a.pdf', 2, 2), ...pagesOf('a.pdf', 2, 2)];
    const [turn] = showPictures([question(pictures)], false);
    expect(turn!.content.match(/\[Pages 1 to 2 of 2 of a\.pdf/g)).toHaveLength(2);
  });

  it('give way to those of later messages, and within a message to those that stand last', () => {
    const thread = [question(pagesOf('old.pdf', 8, 8)), question(pagesOf('new.pdf', 4, 4))];
    const [old, latest] = showPictures(thread, true);
    expect(latest!.pictures).toHaveLength(4);
    expect(old!.pictures!.map(({ page }) => page)).toEqual([3, 4, 5, 6, 7, 8]);
    expect(old!.content).toBe(
      'Hm?\n[Pages 1 to 2 of 8 of old.pdf – shown earlier, not sent again]\n[Pages 3 to 8 of 8 of old.pdf – shown as pictures]',
    );
    expect(old!.pictures!.length + latest!.pictures!.length).toBe(maxPictures);
  });
});
