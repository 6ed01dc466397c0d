// Runs the servers of a bundle, or some of them, with the code that V8 compiled the last time that the same ran:
// `node run-bundle.js <bundle> [<slice>…]`.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import './node-navigator.js';

const [, , path = '', ...some] = process.argv;
const kept = [path, ...some, 'code'].join('.');

/** @returns {Buffer | undefined} */
function readKept() {
  try {
    return readFileSync(kept);
  } catch {
    return undefined;
  }
}

const cachedData = readKept();
const script = new Script(
  `(function (exports, require, module, __filename, __dirname) {${readFileSync(path, 'latin1')}\n})`,
  { filename: path, cachedData },
);
/** What the script gives out: what runs each slice, by its name. @type {{ exports: Record<string, () => Promise<unknown>> }} */
const module = { exports: {} };
script.runInThisContext()(module.exports, createRequire(path), module, path, dirname(path));
const runs = module.exports;
await Promise.all(
  (some.length > 0 ? some : Object.keys(runs)).map(async (slice) => {
    const run = runs[slice];
    if (!run) throw new Error(`There is no server ${slice} in this bundle, only ${Object.keys(runs).join(', ')}.`);
    await run();
  }),
);
// With what was compiled while the servers started.
if (!cachedData || script.cachedDataRejected) {
  writeFileSync(`${kept}.${process.pid}`, script.createCachedData());
  renameSync(`${kept}.${process.pid}`, kept);
}
