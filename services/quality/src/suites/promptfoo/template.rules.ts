export type Vars = Readonly<Record<string, string>>;

/** A text in which variables stand: what it is with them put in. Of one with more than `max` characters the first `max + 1`. */
export type Template = (vars: Vars, max: number) => string;

const variable = /\{\{-?\s*([A-Za-z_]\w*)\s*-?\}\}/g;

/** Undefined where a text uses more of the language than plain variables. */
export function templateOf(text: string): Template | undefined {
  if (/\{[%#{]/.test(text.replace(variable, ''))) return undefined;
  const pieces = text.split(variable);
  return (vars, max) => filled(pieces, vars, max);
}

/**
 * Pieces of text and names of variables by turns. A few of one long variable would be more than memory holds, so that what is too
 * long ends when that is known: making a suite of it is refused.
 */
function filled(pieces: readonly string[], vars: Vars, max: number): string {
  let text = '';
  for (const [index, piece] of pieces.entries()) {
    const more = index % 2 === 0 ? piece : Object.hasOwn(vars, piece) ? vars[piece]! : '';
    text += more.slice(0, max + 1 - text.length);
    if (text.length > max) break;
  }
  return text;
}
