import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 32;
const checkLength = 6;
const shownLength = 16;
const form = new RegExp(`^pl_live_[0-9A-Za-z]{${randomLength + checkLength}}$`);

/** A new key: a prefix that scanners of secrets can look for, 190 random bits, and a checksum against typing errors. */
export function newKeyToken(): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `pl_live_${random}${checksumOf(random)}`;
}

/** Whether this can be a key at all; what cannot is refused without a question to the database. */
export function isKeyToken(token: string): boolean {
  return form.test(token) && token.endsWith(checksumOf(token.slice('pl_live_'.length, -checkLength)));
}

/** What is stored. A key is random, so it needs no slow hash: there is nothing to guess. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** How a key begins, to recognize it by. */
export function shownPrefixOf(token: string): string {
  return token.slice(0, shownLength);
}

function checksumOf(random: string): string {
  let rest = crc32(random);
  let digits = '';
  for (let index = 0; index < checkLength; index += 1) {
    digits = alphabet[rest % alphabet.length]! + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}
