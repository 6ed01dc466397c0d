// Takes a data folder and waits to be killed.
import { lockFolder } from '../src/launcher/lock.js';

await lockFolder(process.argv[2]);
process.stdout.write('held\n');
setInterval(() => undefined, 60_000);
