import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { formatted } from '../layout/formatted.js';
import { root, serverSlices } from '../slices.js';
import { toNginxHeaders } from './security-headers.js';

/**
 * @typedef {object} ConfigSchema as much of a zod object as is used here
 * @property {Record<string, unknown>} shape
 * @property {(keys: Record<string, true>) => ConfigSchema} pick
 */

const begin = '<!-- environment: written by `npm run environment` -->';
const end = '<!-- /environment -->';
const nginxHeaders = join(root, 'packages/build-kit/docker/nginx/security-headers.conf');

/**
 * Every file that is written from what the built slices say: `.env.example` and the table in each slice's README,
 * between the markers, from their config schemas; nginx's security headers from those of the gateway.
 * @returns {Promise<{ path: string, wanted: string, found: string }[]>}
 */
export async function environmentFiles() {
  const { toEnvExample, toMarkdownTable } = await import(built('packages/service-kit/dist/index.js'));
  const slices = await Promise.all(
    serverSlices().map(async ({ name, folder }) => ({
      name,
      folder,
      ...(await import(built(folder, 'dist/config.js'))),
    })),
  );
  const example = await fileOf(join(root, '.env.example'), () => envExample(slices, toEnvExample));
  const readmes = await Promise.all(
    slices.map(({ folder, config }) => {
      const path = join(folder, 'README.md');
      return fileOf(path, (text) => formatted(path, withTable(text, toMarkdownTable(config))));
    }),
  );
  const { securityHeaders } = await import(built('gateway/dist/http/security-headers.js'));
  const headers = await fileOf(nginxHeaders, () => toNginxHeaders(securityHeaders()));
  return [example, ...readmes, headers];
}

/** Writes what differs. @returns {Promise<string[]>} the paths written, relative to the checkout */
export async function writeEnvironment() {
  const stale = (await environmentFiles()).filter(({ wanted, found }) => wanted !== found);
  await Promise.all(stale.map(({ path, wanted }) => writeFile(path, wanted)));
  return stale.map(({ path }) => relative(root, path));
}

/** @param {...string} parts of a path, from the checkout or absolute */
const built = (...parts) => {
  const path = join(...(parts[0]?.startsWith('/') ? parts : [root, ...parts]));
  if (!existsSync(path)) throw new Error(`${relative(root, path)} is not built; run: npm run build`);
  return pathToFileURL(path).href;
};

/** @param {string} path @param {(found: string) => string | Promise<string>} write */
async function fileOf(path, write) {
  const found = existsSync(path) ? await readFile(path, 'utf8') : '';
  return { path, found, wanted: await write(found) };
}

/** @param {string} text @param {string} table */
function withTable(text, table) {
  const [head, rest = ''] = text.split(begin);
  const tail = rest.split(end)[1] ?? '\n';
  return `${head?.trimEnd()}\n\n${begin}\n\n${table}\n\n${end}${tail}`;
}

/**
 * A key that several slices read stands once, with the first of them.
 * @param {{ name: string, config: ConfigSchema }[]} slices
 * @param {(schema: ConfigSchema) => string} toEnvExample
 */
function envExample(slices, toEnvExample) {
  const seen = new Set();
  const sections = slices.map(({ name, config }) => {
    const fresh = Object.keys(config.shape).filter((key) => !seen.has(key) && seen.add(key));
    const schema = config.pick(Object.fromEntries(fresh.map((key) => [key, /** @type {const} */ (true)])));
    return `# ── ${name}\n\n${toEnvExample(schema)}`;
  });
  return `${heading}\n${sections.join('\n\n')}\n`;
}

const heading = `# Written by \`npm run environment\` from the config.ts of each slice; do not edit.
#
# \`npm start\` needs none of this: it makes databases, keys and ports itself. What it reads from you:
#   PORT (8080)  DATA_DIR (.data)  AI_SERVICES_FILE  OPENAI_API_KEY  ANTHROPIC_API_KEY  …  (see README.md)
# Everything below is for running a slice by itself. A secret may stand in a file: NAME_FILE=/path.
`;
