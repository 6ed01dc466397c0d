// Takes a data folder and waits to be killed.
import { defined } from '../src/defined.js';
import { lockFolder } from '../src/launcher/lock.js';

await lockFolder(defined(process.argv[2], 'The folder'));
process.stdout.write('held\n');
setInterval(() => undefined, 60_000);
