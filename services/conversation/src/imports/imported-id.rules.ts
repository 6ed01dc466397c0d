import { createHash } from 'node:crypto';
import { v7 as uuidAt, version, validate } from 'uuid';

const lastMs = 2 ** 48 - 1;

/**
 * The uuid (v7) of an imported object: importing the same file again gives a user the same ids, and other users others.
 * `index` orders what has the same time.
 */
export function importedId(userId: string, name: string, timeMs: number, index?: number): string {
  const random = createHash('sha256').update(`${userId}/${name}`).digest().subarray(0, 16);
  const msecs = Math.min(Math.max(0, Math.trunc(timeMs)), lastMs);
  return uuidAt({ random, msecs, seq: index ?? random.readUInt32BE(6) });
}

/** When an id was made, in milliseconds; 0 when it holds no time. */
export function timeOf(id: string): number {
  return validate(id) && version(id) === 7 ? Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) : 0;
}

/**
 * Where an id stands among those of the same millisecond: services that were asked together stay in their order. Undefined
 * for an id that does not say.
 */
export function sequenceOf(id: string): number | undefined {
  if (!validate(id) || version(id) !== 7) return undefined;
  // 32 bits, beside the version, the variant and what is random.
  const bits = BigInt(`0x${id.replaceAll('-', '')}`);
  const [high, low] = [(bits >> 64n) & 0xfffn, (bits >> 42n) & 0xfffffn];
  return Number((high << 20n) | low);
}
