// Where the compiled form of a TypeScript file and its source map are kept.
const { createHash } = require('node:crypto');
const { join, resolve } = require('node:path');
const { fileURLToPath } = require('node:url');

const folder = resolve(__dirname, '../../../../node_modules/.cache/polylogue/tests');
const digest = (/** @type {string} */ text) => createHash('sha256').update(text).digest('hex').slice(0, 20);

/**
 * @param {string} source a path or file URL
 * @returns {string} the source map of its newest compilation
 */
function mapFileOf(source) {
  const path = source.startsWith('file:') ? fileURLToPath(source) : source.replace(/\?.*$/, '');
  return join(folder, `${digest(path)}.map`);
}

/**
 * @param {string} path
 * @param {string} inputs everything the compiled code depends on
 */
const codeFileOf = (path, inputs) => join(folder, `${digest(path)}-${digest(inputs)}.js`);

module.exports = { codeFileOf, folder, mapFileOf };
