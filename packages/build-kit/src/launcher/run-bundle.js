// Runs a bundle of servers with the code that V8 compiled the last time: `node run-bundle.js <bundle>`.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import './node-navigator.js';

const [, , path = ''] = process.argv;
const kept = `${path}.code`;

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
/** What the script gives out: the promise of its servers. @type {{ exports: unknown }} */
const module = { exports: {} };
script.runInThisContext()(module.exports, createRequire(path), module, path, dirname(path));
// With what was compiled while the servers started.
await module.exports;
if (!cachedData || script.cachedDataRejected) {
  writeFileSync(`${kept}.${process.pid}`, script.createCachedData());
  renameSync(`${kept}.${process.pid}`, kept);
}
