import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

/** The checkout this launcher belongs to. */
export const root = resolve(import.meta.dirname, '../../..');

/** Folders of services and the gateway: a slice stands nowhere but on the disk. */
export const servers = ['gateway', ...foldersIn('services').map((name) => `services/${name}`)];

/** Folders of the micro-frontends; the shell is their host. */
export const microFrontends = foldersIn('.').filter((name) => name.startsWith('mfe-'));

/**
 * @typedef {object} ServerSlice
 * @property {string} name as the folder is called
 * @property {string} folder
 * @property {string} prefix of its environment variables
 * @property {string} schema of its tables, and first part of its roles' names
 * @property {string} main what Node runs
 */

/** @returns {ServerSlice[]} gateway and services that have something to run, the gateway last */
export function serverSlices() {
  const [gateway = '', ...services] = servers;
  const all = [...services, gateway].map((folder) => serverSlice(basename(folder), join(root, folder)));
  return all.filter(({ folder }) => existsSync(join(folder, 'src/main.ts')));
}

/** @param {string} name @param {string} folder @returns {ServerSlice} */
function serverSlice(name, folder) {
  const schema = name.replaceAll('-', '_');
  return { name, folder, prefix: schema.toUpperCase(), schema, main: join(folder, 'dist/main.js') };
}

/** @returns {string[]} shell and micro-frontends that have something to build */
export const webSlices = () =>
  ['shell', ...microFrontends].filter((name) => existsSync(join(root, name, 'webpack.config.js')));

/** @param {string} parent @returns {string[]} none where the folder is not part of this checkout, such as in an image */
function foldersIn(parent) {
  const folder = join(root, parent);
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** The small server that speaks the providers' wire protocols when no real one is configured. */
export const demoMain = join(root, 'services/ai-dispatch/dist/demo/main.js');
