// Module hooks of Node for tests: TypeScript through swc, workspaces by their sources (no build stands between an edit and
// its test), `@jest/globals` by those of the run, style sheets as nothing.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import cache from './transform-cache.cjs';

const { codeFileOf, folder, mapFileOf } = cache;
const require = createRequire(import.meta.url);
/** @type {{ version: string }} */
const { version } = require('@swc/core/package.json');
const globals = new URL('./globals.js', import.meta.url).href;
const isTypeScript = (/** @type {string} */ url) => /^file:[^?]*\.tsx?(\?.*)?$/.test(url);

/** @type {import('node:module').ResolveHook} */
export function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: globals, format: 'module', shortCircuit: true };
  const url = sourceOf(specifier, context.parentURL);
  if (url) return { url, format: 'module', shortCircuit: true };
  return next(specifier, { ...context, conditions: ['polylogue-source', ...context.conditions] });
}

/**
 * `./thing.js` in TypeScript means `thing.ts` or `thing.tsx`.
 * @param {string} specifier
 * @param {string} [parent]
 */
function sourceOf(specifier, parent) {
  if (!parent || !specifier.startsWith('.') || !specifier.endsWith('.js') || !isTypeScript(parent)) return undefined;
  const stem = new URL(specifier.slice(0, -'.js'.length), parent).href;
  return [`${stem}.ts`, `${stem}.tsx`].find((url) => existsSync(fileURLToPath(url)));
}

/** @type {import('node:module').LoadHook} */
export function load(url, context, next) {
  if (url.endsWith('.css')) return { format: 'module', source: 'export default {};', shortCircuit: true };
  if (!isTypeScript(url)) return next(url, context);
  return { format: 'module', source: compile(fileURLToPath(url)), shortCircuit: true };
}

/** @param {string} path */
function compile(path) {
  const source = readFileSync(path, 'utf8');
  const options = swcOptions(path);
  const [codeFile, mapFile] = [codeFileOf(path, JSON.stringify([version, options, source])), mapFileOf(path)];
  if (existsSync(mapFile) && existsSync(codeFile)) return readFileSync(codeFile, 'utf8');
  const { code, map } = /** @type {typeof import('@swc/core')} */ (require('@swc/core')).transformSync(source, options);
  mkdirSync(folder, { recursive: true });
  replaceFile(mapFile, map ?? '{}');
  replaceFile(codeFile, code);
  return code;
}

// Another worker may read it at this moment: it finds a whole file, old or new.
/** @param {string} path @param {string} text */
function replaceFile(path, text) {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

/** @param {string} path @returns {import('@swc/core').Options} */
const swcOptions = (path) => ({
  filename: path,
  swcrc: false,
  configFile: false,
  sourceMaps: true,
  module: { type: 'es6' },
  jsc: {
    target: 'es2022',
    keepClassNames: true,
    parser: { syntax: 'typescript', tsx: path.endsWith('.tsx'), decorators: true },
    // TypeORM and Nest read decorator metadata; defining class fields would overwrite what they inject.
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      useDefineForClassFields: false,
      react: { runtime: 'automatic' },
    },
  },
});
