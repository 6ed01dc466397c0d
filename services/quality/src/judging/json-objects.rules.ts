// Postgres cannot store NUL or half a surrogate pair; JSON can hold both.
export const storable = (text: string): string => text.replaceAll(/\0|\p{Surrogate}/gu, '\uFFFD');

/**
 * The JSON objects that stand whole in a text, outermost ones only; prose and fences around them are passed over. What could
 * not be stored in their strings is replaced: an answer that was paid for would be asked for again and again.
 */
export function jsonObjectsIn(text: string): object[] {
  const found: object[] = [];
  for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', at)) {
    const end = endOfObject(text, at);
    const value = end === -1 ? undefined : parsed(text.slice(at, end));
    if (value === undefined) at += 1;
    else {
      found.push(value);
      at = end;
    }
    if (found.length >= 8) break;
  }
  return found;
}

/** Behind the brace that closes the one at `from`; -1 when none does. */
function endOfObject(text: string, from: number): number {
  let depth = 0;
  let isString = false;
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (isString) {
      if (sign === '\\') at++;
      else if (sign === '"') isString = false;
    } else if (sign === '"') isString = true;
    else if (sign === '{') depth++;
    else if (sign === '}' && --depth === 0) return at + 1;
  }
  return -1;
}

function parsed(text: string): object | undefined {
  try {
    return JSON.parse(text, (_key, value: unknown) => (typeof value === 'string' ? storable(value) : value)) as object;
  } catch {
    return undefined;
  }
}
