import { isMostUsed } from './most-used-passwords.js';

/** Words an attacker tries here first, beside the user's own name and e-mail (docs/security.md). */
const wordsOfHere = ['administrator', 'polylogue', 'password', 'passwort', 'welcome', 'admin', 'login', 'user'];
const minLength = 3;

/** Whose password it is to be, as those who guess know them. */
export interface KnownOfUser {
  email: string;
  firstName: string;
  lastName: string;
}

/** Why a password is easy to guess, as a sentence; undefined when it is not. */
export function guessableFault(password: string, user: KnownOfUser): string | undefined {
  if (isMostUsed(password)) {
    return 'This is one of the most used passwords, which are tried first. Choose another one.';
  }
  if (isMadeOf(password.toLowerCase(), [...wordsOf(user), ...wordsOfHere])) {
    return 'This is made of your name, your e-mail address or words of this product alone. Add other words.';
  }
  return undefined;
}

/** Whether nothing is left of it without these words, figures and signs. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), password);
  return rest !== password && !/\p{L}/u.test(rest);
}

function wordsOf({ email, firstName, lastName }: KnownOfUser): string[] {
  const words = [email, firstName, lastName].flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return words.filter((word) => word.length >= minLength);
}
