/** A fault of input: where it is, and a sentence about it. */
interface Fault {
  path: string;
  message: string;
}

const nulFault = 'This cannot contain NUL characters.';

/**
 * The rule for every text that comes in, at any depth of a body or a query: NUL is a fault, because no database keeps it;
 * half of a surrogate pair, as a client leaves it that cuts an emoji in two, becomes the replacement character. The gateway
 * applies it before a route's own schema, so no schema has to repeat it.
 */
export function toStorable(input: unknown, path = ''): { value: unknown; faults: Fault[] } {
  if (typeof input === 'string') {
    const faults = input.includes('\0') ? [{ path, message: nulFault }] : [];
    return { value: input.replace(/\p{Surrogate}/gu, '\uFFFD'), faults };
  }
  if (typeof input !== 'object' || input === null) return { value: input, faults: [] };
  const faults: Fault[] = [];
  const entries = Object.entries(input).map(([key, each]) => {
    const storable = toStorable(each, path === '' ? key : `${path}.${key}`);
    faults.push(...storable.faults);
    return [key, storable.value] as const;
  });
  const value = Array.isArray(input) ? entries.map(([, each]) => each) : Object.fromEntries(entries);
  return { value, faults };
}
