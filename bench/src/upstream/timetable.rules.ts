/** How one service answers: when its first token comes, how fast the others, and how many stand in one packet. */
export interface Timetable {
  firstTokenMs: number;
  tokensPerSecond: number;
  tokens: number;
  tokensPerWrite: number;
  /** Tokens of a reply in markdown, to be rendered; else numbers, of which a missing one is noticed. */
  isMarkdown?: boolean;
}

export const writesOf = ({ tokens, tokensPerWrite }: Timetable) => Math.ceil(tokens / tokensPerWrite);

/** Milliseconds after the request at which write `index` (from 0) is due. A full packet waits for its last token. */
export function dueAt({ firstTokenMs, tokensPerSecond, tokens, tokensPerWrite }: Timetable, index: number) {
  const lastToken = Math.min((index + 1) * tokensPerWrite, tokens) - 1;
  return firstTokenMs + (lastToken * 1000) / tokensPerSecond;
}
