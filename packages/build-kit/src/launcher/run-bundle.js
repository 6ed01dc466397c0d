// Runs the servers of a bundle, or some of them, with the code that V8 compiled the last time that the same ran:
// `node run-bundle.js <bundle> [<slice>…]`.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
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
/** No message waits for these: they begin once the others serve, and who has a page open is answered that much sooner. */
const later = ['quality', 'scheduler'];
/** In which the others answer who has waited for them. */
const pauseMs = 150;

/** @param {string[]} slices */
const runAll = (slices) => Promise.all(slices.map((slice) => runOf(slice)()));

/** @param {string} slice */
function runOf(slice) {
  const run = runs[slice];
  if (!run) throw new Error(`There is no server ${slice} in this bundle, only ${Object.keys(runs).join(', ')}.`);
  return run;
}

const slices = some.length > 0 ? some : Object.keys(runs);
await runAll(slices.filter((slice) => !later.includes(slice)));
const others = slices.filter((slice) => later.includes(slice));
if (others.length > 0 && others.length < slices.length) await setTimeout(pauseMs);
await runAll(others);
// With what was compiled while the servers started.
if (!cachedData || script.cachedDataRejected) {
  writeFileSync(`${kept}.${process.pid}`, script.createCachedData());
  renameSync(`${kept}.${process.pid}`, kept);
}
