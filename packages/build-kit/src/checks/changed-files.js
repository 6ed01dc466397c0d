import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../slices.js';
import { runCommand } from './run-command.js';

/**
 * The files that differ from a revision, committed or not.
 * @param {string} revision where the branch left the main branch when empty
 * @returns {Promise<{ since: string, files: string[] }>} without those that were removed
 * @throws {Error} with a sentence when git does not know the revision
 */
export async function changedFiles(revision) {
  const since = revision || (await whereBranchLeft());
  const tracked = await git('diff', '--name-only', since, '--');
  if (tracked.code !== 0) throw new Error(`git knows no revision ${since}: name one, as in --changed=HEAD~3.`);
  const untracked = await git('ls-files', '--others', '--exclude-standard');
  const names = new Set([...tracked.output.split('\n'), ...untracked.output.split('\n')].filter(Boolean));
  return { since, files: [...names].filter((name) => existsSync(join(root, name))).sort() };
}

/** On the main branch itself, that is the last commit that was pushed; else the last commit. */
async function whereBranchLeft() {
  for (const main of ['origin/main', 'main']) {
    const { code, output } = await git('merge-base', 'HEAD', main);
    const head = await git('rev-parse', 'HEAD');
    if (code === 0 && (main !== 'main' || output !== head.output)) return output.trim();
  }
  return 'HEAD';
}

/** @param {string[]} args */
const git = (...args) => runCommand('git', args);
