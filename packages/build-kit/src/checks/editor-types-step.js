import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../slices.js';
import { failed, passed } from './outcome.js';
import { runCommand } from './run-command.js';

const cache = 'node_modules/.cache/editor-types';

/**
 * Types as editors check them: each workspace by TypeScript 6, which infers less than the native compiler does (decision
 * 0021). Needs the declarations that the step before has written, and leaves them as they are.
 */
export async function checkEditorTypes() {
  const { references } = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8'));
  const faults = [];
  for (const { path } of references) {
    // A record of its own: the native compiler would begin anew with one of another version.
    const record = `${cache}/${path.replaceAll('/', '-')}.tsbuildinfo`;
    const { code, output } = await runCommand('tsc', ['--noEmit', '-p', path, '--tsBuildInfoFile', record]);
    if (code !== 0) faults.push(output.trim());
  }
  return faults.length === 0 ? passed() : failed(faults.join('\n'));
}
