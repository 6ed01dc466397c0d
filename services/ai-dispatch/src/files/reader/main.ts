// Reads one file from stdin, named by its second argument, and answers on descriptor 3, in lines of JSON; the first one says
// whether it is a document or a picture, or whether pages of it are drawn, as many as the second argument says. A process of its own: whatever a hostile file does to a parser, it does here, where memory and
// time are limited and nothing else is at hand.
import { writeSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { FileFault } from '../file-faults.js';
import { readFile } from './read-file.js';
import { readPicture } from './read-picture.js';

const [reads = 'document', name = ''] = process.argv.slice(2);
try {
  const content = await buffer(process.stdin);
  if (reads === 'pages') {
    const { drawPages } = await import('./draw-pages.js');
    // Each at once: those that are drawn before the time is up are kept.
    for await (const page of drawPages(content, Number(name))) answer(page);
  } else answer(await (reads === 'picture' ? readPicture : readFile)(name, content));
} catch (error) {
  answer({ fault: error instanceof FileFault ? error.code : 'corrupt' });
}
process.exit(0);

function answer(said: object): void {
  const bytes = Buffer.from(`${JSON.stringify(said)}\n`);
  for (let at = 0; at < bytes.length;) at += writeSync(3, bytes, at);
}
