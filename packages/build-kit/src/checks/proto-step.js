import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../slices.js';
import { failed, ofCommand, passed } from './outcome.js';
import { runCommand } from './run-command.js';

const proto = join(root, 'proto');
const generated = join(proto, 'src/gen');

/** The style of the contracts. */
export async function lintProto() {
  return ofCommand(await runCommand('buf', ['lint'], { cwd: proto }));
}

/** Generates anew beside the checkout and compares with what is committed. */
export async function compareGenerated() {
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-proto-'));
  try {
    const made = await runCommand('buf', ['generate', '-o', folder], { cwd: proto });
    if (made.code !== 0) return failed(made.output);
    const fresh = join(folder, 'src/gen');
    const index = await runCommand(process.execPath, ['write-index.js', fresh], { cwd: proto });
    if (index.code !== 0) return failed(index.output);
    const differing = await differences(generated, fresh);
    if (differing.length === 0) return passed();
    return failed(`proto/src/gen is not what the .proto files say; run: npm run generate\n${differing.join('\n')}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {string} committed @param {string} fresh */
async function differences(committed, fresh) {
  const [before, after] = await Promise.all([filesOf(committed), filesOf(fresh)]);
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => `  ${name}${after.has(name) ? '' : ' (no longer made)'}`);
}

/** @param {string} folder */
async function filesOf(folder) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return new Map(names.map((name, index) => [name, texts[index]]));
}

/** The contracts against those of the last release, which is kept beside them: they only grow. */
export async function findBreakingProto() {
  return ofCommand(await runCommand('buf', ['breaking', '--against', 'released/contracts.json'], { cwd: proto }));
}
