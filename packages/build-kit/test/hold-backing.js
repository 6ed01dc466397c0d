// A launcher for tests: starts what it is asked for and prints its processes, then waits to be killed.
import { startBacking } from '../src/backing/index.js';
import { defined } from '../src/defined.js';

const backing = await startBacking({ folder: defined(process.argv[2], 'The folder'), durable: false });
const pids = Object.values(backing.processes).map(({ pid }) => pid);
process.stdout.write(`${JSON.stringify(pids)}\n`);
setInterval(() => undefined, 60_000);
