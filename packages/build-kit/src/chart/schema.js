/** @import { Tree } from './values.js' */

/** Maps that hold what Kubernetes, an operator or a slice defines: the chart passes them on. */
const free = new Set('annotations labels resources configuration parameters storage walStorage'.split(' '));
const name = '[a-z0-9]([a-z0-9.-]*[a-z0-9])?';
/** What a text must look like, by its key. @type {Record<string, string>} */
const patterns = {
  // The name of a Job ends with it.
  tag: `^(${name})?$`,
  host: `^(${name})?$`,
  namespace: `^(${name})?$`,
  // The namespace is taken from it: the way that is opened leads there.
  endpoint: String.raw`^(http://[a-z0-9-]+\.[a-z0-9-]+\.svc(\.[a-z0-9.-]+)?:4318)?$`,
  cidr: '^([0-9a-f.:]+/[0-9]{1,3})?$',
};

/**
 * JSON schema of values, by which Helm refuses a misspelt name or a value of another kind before anything is applied.
 * @param {Tree} values
 */
export function schemaOf(values) {
  const { properties, ...rest } = closed(values);
  // Helm itself passes `global` to every chart.
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...rest,
    properties: { ...properties, global: { type: 'object' } },
  };
}

/** @param {Tree} tree */
const closed = (tree) => ({
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, kindOf(key, value)])),
});

/** @param {string} key @param {unknown} value @returns {object} */
function kindOf(key, value) {
  if (Array.isArray(value)) return { type: 'array' };
  if (value && typeof value === 'object')
    return free.has(key) ? { type: 'object' } : closed(/** @type {Tree} */ (value));
  if (typeof value === 'number') return { type: 'integer', minimum: 1 };
  const pattern = patterns[key];
  return { type: typeof value, ...(pattern && { pattern }) };
}
