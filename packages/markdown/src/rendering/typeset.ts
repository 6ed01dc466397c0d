import katex from 'katex';
import 'katex/dist/katex.min.css';

/** A formula with more cells than this would take longer to draw than its reply took to come. */
const maxCells = 200;

/** No links, pictures or attributes; nothing larger than the reply it stands in; what is refused is shown by its name. */
const untrusted = {
  trust: false,
  strict: 'ignore',
  maxSize: 10,
  maxExpand: 100,
  errorColor: 'currentColor',
} as const;

/**
 * A formula as elements: drawn for the eye, MathML for a screen reader. Undefined for what is no TeX, or costs too much:
 * that stays as it was written. The elements are made one by one and never parsed from markup.
 */
export function typeset(tex: string, displayMode: boolean): Node | undefined {
  if (tex.split(/&|\\\\/).length > maxCells) return undefined;
  const drawn = document.createElement('span');
  try {
    katex.render(tex, drawn, { ...untrusted, displayMode });
    return drawn;
  } catch {
    return undefined;
  }
}
