// Runs several servers in one process: `node run-slices.js <main.js>…`.
import { pathToFileURL } from 'node:url';
import './node-navigator.js';

await Promise.all(process.argv.slice(2).map((main) => import(pathToFileURL(main).href)));
