import { describe, expect, it } from '@jest/globals';
import { Lexer, type Tokens } from 'marked';
import { tableWidths } from './table-widths.js';

const widthsOf = (markdown: string) => tableWidths(new Lexer({ gfm: true }).lex(markdown)[0] as Tokens.Table);

describe('the widths of a table', () => {
  it('gives each column its share by its heading and its first cell', () => {
    const { shares } = widthsOf('| a | bb |\n|---|---|\n| 1234567 | 12 |\n| 1 | as long as one likes |');
    expect(shares).toEqual([66.7, 33.3]);
  });

  it('is never so narrow that a word has to be broken, and needs no more than whole cells take', () => {
    const { least, most, shares } = widthsOf('| Quarter | Remarks |\n|---|---|\n| Q1 2026 | grew by **partners** |');
    expect(most).toBe(3 + 'Q1 2026'.length + 3 + 'grew by partners'.length);
    expect((least * shares[0]!) / 100).toBeGreaterThanOrEqual('Quarter'.length);
    expect((least * shares[1]!) / 100).toBeGreaterThanOrEqual('partners'.length);
    expect(least).toBeLessThanOrEqual(most);
  });

  it('lets an address without end and a script without spaces wrap', () => {
    const address = `https://example.test/${'a'.repeat(200)}`;
    expect(widthsOf(`| Link |\n|---|\n| ${address} |`).least).toBe(23);
    expect(widthsOf(`| 項目 |\n|---|\n| ${'速'.repeat(30)} |`).least).toBe(3);
  });
});
