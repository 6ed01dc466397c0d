/** @import { Marks } from './marks.js' */
/** @import { Values } from './values.js' */

/** @typedef {Record<string, unknown>} Fields */
/** @typedef {'inline' | 'block'} How */

/**
 * @typedef {object} Making what a template is made with
 * @property {Marks} marks
 * @property {Values} values
 * @property {string} version of the checkout
 * @property {string} [slice] whose template it is
 */

/**
 * Puts a value of the chart in the place of what a manifest says, which becomes its default.
 * @param {Making} making
 * @param {object} holder
 * @param {string} key
 * @param {string} path of the value
 * @param {How} [how]
 */
export function lift(making, holder, key, path, how = 'inline') {
  liftInto(making, holder, key, { path: path.split('.'), pipeline: `.Values.${path}`, how });
}

/** As {@link lift}, for a value that each slice has: `$slice` of its template. @param {Making} making @param {object} holder @param {string} key @param {How} [how] */
export function liftOfSlice(making, holder, key, how = 'inline') {
  liftInto(making, holder, key, { path: ['slices', making.slice ?? '', key], pipeline: `$slice.${key}`, how });
}

/**
 * @param {Making} making
 * @param {object} holder
 * @param {string} key
 * @param {{ path: string[], pipeline: string, how: How }} place
 */
function liftInto({ marks, values }, holder, key, { path, pipeline, how }) {
  const fields = /** @type {Fields} */ (holder);
  const value = fields[key];
  if (value === undefined) throw new Error(`There is no ${key} that could become the value ${path.join('.')}.`);
  values.fill(path, value);
  fields[key] = marks[how](how === 'inline' && typeof value === 'string' ? `${pipeline} | quote` : pipeline);
}
