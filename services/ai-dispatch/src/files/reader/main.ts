// Reads one file from stdin, named by its second argument, and answers on descriptor 3; the first one says whether it is a
// document or a picture. A process of its own: whatever a hostile file does to a parser, it does here, where memory and
// time are limited and nothing else is at hand.
import { writeSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { FileFault } from '../file-faults.js';
import { readFile } from './read-file.js';
import { readPicture } from './read-picture.js';

const [reads = 'document', name = ''] = process.argv.slice(2);
const read = reads === 'picture' ? readPicture : readFile;
try {
  answer(await read(name, await buffer(process.stdin)));
} catch (error) {
  answer({ fault: error instanceof FileFault ? error.code : 'corrupt' });
}

function answer(said: object): void {
  const bytes = Buffer.from(JSON.stringify(said));
  for (let at = 0; at < bytes.length;) at += writeSync(3, bytes, at);
  process.exit(0);
}
