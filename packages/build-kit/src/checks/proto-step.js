import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../launcher/slices.js';
import { failed, ofCommand, passed, skipped } from './outcome.js';
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
    const differing = await differences(generated, fresh);
    if (differing.length === 0) return passed();
    return failed(`proto/src/gen is not what the .proto files say; run: npm run generate\n${differing.join('\n')}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function differences(committed, fresh) {
  const [before, after] = await Promise.all([filesOf(committed), filesOf(fresh)]);
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => `  ${name}${after.has(name) ? '' : ' (no longer made)'}`);
}

async function filesOf(folder) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')])));
}

/** Nothing that other versions rely on may have changed since `main`, or since the commit before on `main` itself. */
export async function findBreakingProto() {
  const against = await earlierCommit();
  if (!against) return skipped('buf breaking: this checkout has no earlier commit with proto/ to compare with');
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-proto-'));
  try {
    const archive = join(folder, 'proto.tar');
    const packed = await runCommand('git', ['archive', '-o', archive, against, 'proto']);
    if (packed.code !== 0) return failed(packed.output);
    await runCommand('tar', ['-xf', archive, '-C', folder]);
    return ofCommand(await runCommand('buf', ['breaking', '--against', join(folder, 'proto')], { cwd: proto }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function earlierCommit() {
  const commitOf = async (name) => {
    const { code, output } = await runCommand('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`]);
    return code === 0 ? output.trim() : undefined;
  };
  const head = await commitOf('HEAD');
  for (const name of ['origin/main', 'main', 'HEAD~1']) {
    const commit = await commitOf(name);
    if (!commit || commit === head) continue;
    const { output } = await runCommand('git', ['ls-tree', '-r', '--name-only', commit, 'proto']);
    if (output.includes('.proto')) return commit;
  }
  return undefined;
}
