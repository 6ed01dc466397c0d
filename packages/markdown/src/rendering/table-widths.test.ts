import { describe, expect, it } from '@jest/globals';
import { Lexer, type Tokens } from 'marked';
import { tableWidths } from './table-widths.js';

const widthsOf = (markdown: string) => tableWidths(new Lexer({ gfm: true }).lex(markdown)[0] as Tokens.Table);

describe('the widths of a table', () => {
  it('gives each column its share by its heading and its first cell', () => {
    const { shares } = widthsOf('| a | bb |\n|---|---|\n| 1234567 | 12 |\n| 1 | as long as one likes |');
    expect(shares).toEqual([69.2, 30.8]);
  });

  it('is never so narrow that a word has to be broken, and needs no more than whole cells take', () => {
    const { min, max, shares } = widthsOf('| Quarter | Remarks |\n|---|---|\n| Q1 2026 | grew by **partners** |');
    const room = (width: number) => shares.map((share) => Math.round((width * share) / 100));
    expect(room(min)).toEqual([9, 14]);
    expect(room(max)).toEqual([12, 18]);
  });

  it('lets an address without end and a script without spaces wrap', () => {
    const address = `https://example.test/${'a'.repeat(200)}`;
    expect(widthsOf(`| Link |\n|---|\n| ${address} |`).min).toBe(22);
    expect(widthsOf(`| 項目 |\n|---|\n| ${'速'.repeat(30)} |`).min).toBe(2);
  });
});
