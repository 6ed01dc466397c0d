/** What an assertion asks of a text. */
export interface TextCheck {
  kind: 'contains' | 'equals' | 'matches' | 'json' | 'length';
  isNot: boolean;
  ignoresCase: boolean;
  text?: string | undefined;
  min?: number | undefined;
  max?: number | undefined;
  isWithin: boolean;
}

/** Passed: undefined where the assertion itself cannot be used. */
export interface TextVerdict {
  passed: boolean | undefined;
  reason?: string;
}

/** Those that take no longer than reading the text does: they need no thread. */
export const isPlain = ({ kind }: TextCheck): boolean => kind === 'contains' || kind === 'equals' || kind === 'length';

/** Whether a text holds these words, or is as long as it should be. */
export function checkPlain(check: TextCheck, text: string): TextVerdict {
  if (check.kind === 'length') return checkLength(check, text);
  const [found, wanted] = [text, check.text ?? ''].map((each) => (check.ignoresCase ? each.toLowerCase() : each));
  if (check.kind === 'equals') return verdictOf(check, found === wanted, 'equal this');
  return verdictOf(check, found!.includes(wanted!), 'contain this');
}

/** `does`: what it does where it holds, as `match the pattern`. */
export function verdictOf({ isNot }: TextCheck, holds: boolean, does: string): TextVerdict {
  if (holds !== isNot) return { passed: true };
  return { passed: false, reason: isNot ? `It must not ${does}, and does.` : `It does not ${does}.` };
}

function checkLength({ min = 0, max = Infinity }: TextCheck, text: string): TextVerdict {
  let characters = 0;
  for (const _each of text) characters += 1;
  if (characters >= min && characters <= max) return { passed: true };
  return { passed: false, reason: `It has ${characters} character${characters === 1 ? '' : 's'}.` };
}
