import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Script } from 'node:vm';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import webpack from 'webpack';
import { YoungFunctions } from './young-functions.js';

/** @type {string} */
let folder;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'polylogue-young-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  ['an arrow', '() => { a.b = () => 1; }', '() => { a.b = (0,() => 1); }'],
  ['one that waits', '() => { a.b = async (c) => c; }', '() => { a.b = (0,async (c) => c); }'],
  ['a function', 'function f() { this.b = function b() {}; }', 'function f() { this.b = (0,function b() {}); }'],
  ['one in brackets', '() => { a.b = (function () {}); }', '() => { a.b = ((0,function () {})); }'],
  ['one by a key', '() => { a[b] = () => 1; }', '() => { a[b] = (0,() => 1); }'],
  ['one in another', '() => { a.b = () => a.c = () => 1; }', '() => { a.b = (0,() => a.c = (0,() => 1)); }'],
  ['one of a method', 'class A { m() { this.b = () => 1; } }', 'class A { m() { this.b = (0,() => 1); } }'],
])('%s that is assigned to a property is allocated young', async (_what, source, written) => {
  expect(await bundled(`globalThis.made = ${source};`)).toContain(`globalThis.made = ${written};`);
});

test.each([
  ['at the top level', 'a.b = () => 1;'],
  ['of a prototype', '(() => { A.prototype.m = function () {}; })();'],
  ['in a variable', '(() => { let b; b = () => 1; })();'],
  ['in a literal', '(() => { a.b = { c: () => 1 }; })();'],
])('one %s stays as it is', async (_where, source) => {
  expect(await bundled(`const a = {}, A = class {}; ${source}`)).toContain(source);
});

test.each([
  ['a condition that never holds', 'if (false) { a.b = () => 1; }'],
  ['the other side of one that holds', 'if (true) { a.c = 1; } else { a.b = () => 1; }'],
  ['an operator that ends before', 'false && (a.b = () => 1);'],
  ['an end of the function', 'return; a.b = () => 1;'],
])('one behind %s is left out with it', async (_what, source) => {
  const code = await bundled(`globalThis.made = (a) => { ${source} };`);
  expect(code).not.toContain('(0,');
  expect(() => new Script(code)).not.toThrow();
});

const requests = `
  const serve = () => {
    const request = Array.from({ length: 2_000 }, (_, at) => ({ at }));
    const answer = {};
    answer.end = () => request;
  };
  const used = () => process.memoryUsage().heapUsed / 1e6;
  const run = () => { for (let count = 0; count < 500; count++) serve(); };
  run();
  gc();
  const before = used();
  run();
  gc({ type: 'minor' });
  gc({ type: 'minor' });
  console.log(used() - before);
`;

test('what a request leaves behind is collected with the young objects, and without this it is not', async () => {
  expect(await megabytesLeft(requests)).toBeGreaterThan(5);
  expect(await megabytesLeft(await bundled(requests))).toBeLessThan(2);
});

/** @param {string} source */
async function bundled(source) {
  const entry = join(folder, 'entry.js');
  await writeFile(entry, source);
  const output = { path: folder, filename: 'out.js' };
  const compiler = webpack({ mode: 'none', target: 'node', entry, output, plugins: [new YoungFunctions()] });
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  expect(stats?.toJson({ all: false, errors: true }).errors).toEqual([]);
  return readFile(join(folder, 'out.js'), 'utf8');
}

/** @param {string} code */
async function megabytesLeft(code) {
  const file = join(folder, 'run.cjs');
  await writeFile(file, code);
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', file]);
  return Number(stdout);
}
