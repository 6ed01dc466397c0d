import { Refusal, refuseWhen } from './refusal.js';

const kebab = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const maxLength = 30;

// Words of SQL, TypeScript or the project itself, which a schema, a table or a variable cannot be called.
const reserved = new Set(
  (
    'all and any array as asc async await between both break case cast catch check class collate column columns const ' +
    'constraint continue create cross current default delete desc distinct do else end enum export extends false fetch ' +
    'finally for foreign from function grant group having if import in index inner insert interface into is join key let ' +
    'like limit natural new not null of on only operations or order outer overlaps package pg-catalog primary private ' +
    'protected public references returns return right select session-user shared some static super switch symbols system ' +
    'table tables then this throw to true try type types typeof union unique update user using values var verbose void ' +
    'when where while window with yield api assets docs packages proto services slices test tests utils common helpers'
  ).split(' '),
);

/**
 * @typedef {ReturnType<typeof spell>} Spelling
 * @typedef {ReturnType<typeof spellFeature>} Feature
 */

/**
 * One name in every spelling it is needed in: `reading-lists` is `ReadingLists`, `readingLists`, `reading_lists`…
 * @param {string} name in kebab-case
 */
export function spell(name) {
  const parts = name.split('-');
  const pascal = parts.map(capital).join('');
  return {
    kebab: name,
    pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    snake: parts.join('_'),
    upper: parts.join('_').toUpperCase(),
    words: parts.join(' '),
    title: parts.map(capital).join(' '),
    sentence: capital(parts.join(' ')),
  };
}

/**
 * A feature: many of something, and one of it.
 * @param {string} name in the plural
 */
export function spellFeature(name) {
  mustBeName(name, 'feature');
  const one = singular(name);
  if (!one) {
    throw new Refusal(`A feature is called by what it keeps, in the plural, such as reading-lists; "${name}" is none.`);
  }
  mustBeName(one, 'feature');
  return { many: spell(name), one: spell(one) };
}

/**
 * Refuses what cannot be a folder, a schema, a package and a variable all at once.
 * @param {string} name
 * @param {string} what it names
 */
export function mustBeName(name, what) {
  mustBeKebab(name, what);
  refuseWhen(
    reserved.has(name),
    `"${name}" means something else already, in SQL, TypeScript or here: choose another word.`,
  );
}

/**
 * Refuses what cannot be a part of a longer name either.
 * @param {string} name
 * @param {string} what it names
 */
export function mustBeKebab(name, what) {
  refuseWhen(!kebab.test(name), `"${name}" is not kebab-case: write the ${what} like reading-lists.`);
  refuseWhen(name.length > maxLength, `"${name}" is too long: the name of a ${what} has at most ${maxLength} letters.`);
  refuseWhen(name.length < 2, `"${name}" is too short for the name of a ${what}.`);
}

/** @param {string} name */
function singular(name) {
  if (/(ss|us|is)$/.test(name) || !name.endsWith('s')) return undefined;
  if (name.endsWith('ies') && name.length > 4) return `${name.slice(0, -3)}y`;
  return /(ch|sh|x|ss|tus|rus)es$/.test(name) ? name.slice(0, -2) : name.slice(0, -1);
}

/** @param {string} word */
const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
