// Module hooks of Node for tests: TypeScript through swc, workspaces by their sources (no build stands between an edit and
// its test), `@jest/globals` by those of the run, style sheets as nothing.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { version } from '@swc/core';
import cache from './transform-cache.cjs';

const { codeFileOf, folder, mapFileOf } = cache;
const globals = new URL('./globals.js', import.meta.url).href;
const isTypeScript = (/** @type {string} */ url) => /^file:[^?]*\.tsx?(\?.*)?$/.test(url);

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, next) {
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
export async function load(url, context, next) {
  if (url.endsWith('.css')) return { format: 'module', source: 'export default {};', shortCircuit: true };
  if (!isTypeScript(url)) return next(url, context);
  return { format: 'module', source: await compile(fileURLToPath(url)), shortCircuit: true };
}

/** @param {string} path @returns {Promise<string>} */
async function compile(path) {
  const source = await readFile(path, 'utf8');
  const options = swcOptions(path);
  const [codeFile, mapFile] = [codeFileOf(path, JSON.stringify([version, options, source])), mapFileOf(path)];
  const kept = existsSync(mapFile) ? await readFile(codeFile, 'utf8').catch(() => undefined) : undefined;
  if (kept !== undefined) return kept;
  const { transform } = await import('@swc/core');
  const { code, map } = await transform(source, options);
  await mkdir(folder, { recursive: true });
  await replaceFile(mapFile, map ?? '{}');
  await replaceFile(codeFile, code);
  return code;
}

// Another worker may read it at this moment: it finds a whole file, old or new.
/** @param {string} path @param {string} text */
async function replaceFile(path, text) {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, text);
  await rename(draft, path);
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
