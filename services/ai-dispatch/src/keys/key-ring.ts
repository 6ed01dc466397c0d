/** Key-encryption keys by id. The last one encrypts; those before it are there to open what they once closed. */
export interface KeyRing {
  readonly currentId: string;
  readonly keys: ReadonlyMap<string, Buffer>;
}

const idPattern = /^[a-z][a-z0-9_-]{0,31}$/;
const keyBytes = 32;

/**
 * Reads `{"k1":"<32 bytes, base64>","k2":"…"}`. Ids begin with a letter: JSON would put numbers first, and the order
 * decides which key encrypts.
 *
 * @throws {RangeError} with what is wrong, never with a key.
 */
export function parseKeyRing(text: string): KeyRing {
  const entries = Object.entries(parseObject(text));
  const keys = new Map<string, Buffer>();
  for (const [id, value] of entries) {
    if (!idPattern.test(id))
      throw new RangeError('the id of a key must look like k1: a letter, then letters and digits');
    const key = typeof value === 'string' ? Buffer.from(value, 'base64') : Buffer.alloc(0);
    if (key.length !== keyBytes) throw new RangeError(`the key "${id}" must be ${keyBytes} bytes in base64`);
    keys.set(id, key);
  }
  const currentId = entries.at(-1)?.[0];
  if (currentId === undefined) throw new RangeError('it must hold at least one key');
  return { currentId, keys };
}

function parseObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new RangeError('it must be a JSON object of id to key');
}
