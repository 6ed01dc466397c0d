import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The checkout this launcher belongs to. */
export const root = resolve(import.meta.dirname, '../../..');

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
  const services = readdirSync(join(root, 'services')).map((name) => serverSlice(name, join(root, 'services', name)));
  const all = [...services, serverSlice('gateway', join(root, 'gateway'))];
  return all.filter(({ folder }) => existsSync(join(folder, 'src/main.ts')));
}

/** @param {string} name @param {string} folder @returns {ServerSlice} */
function serverSlice(name, folder) {
  const schema = name.replaceAll('-', '_');
  return { name, folder, prefix: schema.toUpperCase(), schema, main: join(folder, 'dist/main.js') };
}

/** @returns {string[]} shell and micro-frontends that have something to build */
export function webSlices() {
  const named = readdirSync(root).filter((name) => name === 'shell' || name.startsWith('mfe-'));
  return named.filter((name) => existsSync(join(root, name, 'webpack.config.js')));
}

/** The small server that speaks the providers' wire protocols when nobody named a real one. */
export const demoMain = join(root, 'services/ai-dispatch/dist/demo/main.js');
