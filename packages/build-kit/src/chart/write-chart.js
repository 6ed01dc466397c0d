import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { chartOf } from './chart.js';

/** @param {string} root @returns {Map<string, string>} the chart as it stands in the checkout */
export function writtenChart(root) {
  const folder = join(root, 'k8s/chart');
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const paths = files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

/** @param {string} root @returns {Promise<string[]>} the files that were written or removed */
export async function writeChart(root) {
  const before = writtenChart(root);
  const after = chartOf(root);
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  const changed = paths.filter((path) => before.get(path) !== after.get(path));
  for (const path of changed) {
    const file = join(root, 'k8s/chart', path);
    const text = after.get(path);
    await mkdir(dirname(file), { recursive: true });
    await (text === undefined ? rm(file) : writeFile(file, text));
  }
  return changed.map((path) => `k8s/chart/${path}`);
}
