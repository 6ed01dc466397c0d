// `npm run faults`: plays every fault of a provider at every way to one.
// `npm run faults -- --only 401,retry,429/judging`: some faults, ways or cells. `--write`: writes docs/provider-faults.md.
import { writeFile } from 'node:fs/promises';
import { readArguments } from '../arguments.js';
import { chooseCells, entryNames } from './cells.js';
import { faultNames } from './faults.js';
import { brokenIn } from './oracle.rules.js';
import { playCells } from './play.js';
import { startGround } from './start.js';
import { isKept, pageOf, verdictsOf } from './table.rules.js';

const usage = `--only 401,retry,429/judging plays some: faults (${faultNames.join(', ')}), ways (${entryNames.join(', ')}), or both as 401/send. --write takes all of them.`;
const { values } = readArguments({ options: { only: { type: 'string' }, write: { type: 'boolean' } } }, usage);
const only = values.only?.split(',').map((name) => name.trim());
const cells = chooseCells(only);
if (cells.length === 0 || (only && values.write)) {
  console.error(usage);
  process.exit(2);
}

const { ground, stop } = await startGround(cells, (line) => console.warn(line));
const interrupt = () => void stop().finally(() => process.exit(130));
process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
try {
  const all = await playCells(cells, ground, (played) => {
    const sign = brokenIn(played).length === 0 ? 'PASS' : 'FAIL';
    console.warn(`${sign} ${played.cell.fault}/${played.cell.entry}  ${(played.tookMs / 1000).toFixed(1)} s`);
  });
  process.stdout.write(`${verdictsOf(all).join('\n')}\n`);
  if (values.write) await writeFile(new URL('../../../docs/provider-faults.md', import.meta.url), pageOf(all));
  process.exitCode = isKept(all) ? 0 : 1;
} finally {
  await stop();
}
