import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useBroughtNode } from './brought-node.js';

/**
 * Runs `npm ci` when what is installed is not what the lock file names, and goes on with the Node that packages bring where this
 * one is older.
 * @param {string} root
 * @param {(line: string) => void} report
 */
export async function installWhenNeeded(root, report) {
  if (!(await isInstalled(root))) await install(root, report);
  await useBroughtNode(root);
}

/**
 * @param {string} root
 * @param {(line: string) => void} report
 */
async function install(root, report) {
  report('installing dependencies (npm ci); the first time takes a minute or two');
  const begun = performance.now();
  const npm = process.env.npm_execpath;
  const [command, ...before] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  const code = await new Promise((resolve, reject) => {
    const child = spawn(command, [...before, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: 'inherit',
    });
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`npm ci failed with code ${code}; what it says above is the reason.`);
  report(`dependencies installed ${((performance.now() - begun) / 1000).toFixed(0)} s`);
}

/** @param {string} root @returns {Promise<boolean>} whether node_modules holds what package-lock.json names */
export async function isInstalled(root) {
  const [wanted, present] = await Promise.all([
    readPackages(join(root, 'package-lock.json')),
    readPackages(join(root, 'node_modules', '.package-lock.json')),
  ]);
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (path === '') return true;
    const found = present[path];
    // Programs for other platforms are optional, and rightly not there.
    return found ? link || found.version === version : Boolean(optional);
  });
}

/**
 * @typedef {{ version?: string, optional?: boolean, link?: boolean }} LockedPackage
 * @param {string} path of a lock file
 * @returns {Promise<Record<string, LockedPackage>>}
 */
async function readPackages(path) {
  const text = await readFile(path, 'utf8').catch(() => '{}');
  return JSON.parse(text).packages ?? {};
}
