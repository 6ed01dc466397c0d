import { printReport, renewReport, type Section } from './table/report.rules.js';
import { admin } from './measures/admin.js';
import { boot } from './measures/boot.js';
import { burst } from './measures/burst.js';
import { cpu } from './measures/cpu.js';
import { fairness } from './measures/fairness.js';
import { frames } from './measures/frames.js';
import { history } from './measures/history.js';
import { importing } from './measures/import.js';
import { lexing } from './measures/lexing.js';
import { latency } from './measures/latency.js';
import { migrations } from './measures/migrations.js';
import { operations } from './measures/operations.js';
import { pages } from './measures/pages.js';
import { peers } from './measures/peers.js';
import { quotes } from './measures/quotes.js';
import { rolling } from './measures/rolling.js';
import { schedules } from './measures/schedules.js';
import { scrolling } from './measures/scrolling.js';
import { soak } from './measures/soak.js';
import { statements } from './measures/statements.js';
import { streams } from './measures/streams.js';
import { throughput } from './measures/throughput.js';
import { tracing } from './measures/tracing.js';
import { machineLine } from './processes/machine.js';
import { choose } from './choice.rules.js';
import { openRig, type Rig } from './rig/rig.js';
import { readFile, writeFile } from 'node:fs/promises';

const measures = {
  boot,
  latency,
  cpu,
  throughput,
  streams,
  burst,
  fairness,
  schedules,
  history,
  migrations,
  scrolling,
  frames,
  pages,
  lexing,
  quotes,
  admin,
  rolling,
  tracing,
  // Last: what came in is indexed for a while.
  import: importing,
  peers,
  operations,
  statements,
  soak,
};
const choice = choose(process.argv.slice(2), Object.keys(measures), ['peers', 'operations', 'statements', 'soak']);
if ('sentence' in choice) {
  console.error(choice.sentence);
  process.exit(2);
}

const say = (line: string) => console.warn(line);
const sections: Section[] = [];
const failures: string[] = [];
let rig: Rig | undefined;
let isInterrupted = false;
const interrupt = () => {
  if (!isInterrupted) void Promise.resolve(rig?.close()).finally(() => process.exit(130));
  isInterrupted = true;
};
process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
try {
  rig = await openRig({ isQuick: choice.isQuick, messages: choice.messages, minutes: choice.minutes, report: say });
  for (const name of choice.names) {
    say(`measuring ${name}`);
    const measured = await measures[name as keyof typeof measures](rig);
    sections.push({ name, rows: measured.rows });
    failures.push(...measured.failures.map((sentence) => `${name}: ${sentence}`));
  }
} catch (error) {
  failures.push(String(error));
} finally {
  await rig?.close();
}

const report = printReport(sections, machineLine(), choice);
process.stdout.write(`\n${report}\n`);
for (const sentence of failures.slice(0, 20)) console.error(`failed: ${sentence}`);
if (failures.length > 20) console.error(`failed: and ${failures.length - 20} more`);
if (choice.shouldWrite) {
  const page = new URL('../../docs/bench.md', import.meta.url);
  await writeFile(page, renewReport(await readFile(page, 'utf8').catch(() => ''), sections, machineLine()));
}
const isOver = choice.isGate && sections.some(({ rows }) => rows.some(({ verdict }) => verdict === 'over'));
process.exitCode = failures.length > 0 || isOver ? 1 : 0;
