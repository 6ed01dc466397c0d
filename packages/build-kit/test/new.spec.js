import { existsSync } from 'node:fs';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { runCommand } from '../src/checks/run-command.js';
import { copyCheckout } from '../src/copy/copy-checkout.js';
import { removeScratch, scratchFolder } from './scratch.js';

// One of each kind, each on what those before it made: a service of its own behind the gateway with its page, an empty
// page, a further feature of a service that is there, and a fact told by the one and heard by the other.
const orders = [
  'slice reading-room --service --feature reading-lists',
  'feature gateway reading-lists',
  'slice reading-room --screen',
  'feature mfe-reading-room reading-lists',
  'slice desk --screen',
  'feature scheduler labels',
  'event reading-room reading-list.added --consumer scheduler',
];
const made = ['services/reading-room', 'mfe-reading-room', 'mfe-desk', 'gateway/src/reading-lists'];
const tests = {
  node: ['reading-room/src/reading-lists/reading-list.rules.test.ts', 'scheduler/src/labels/label.rules.test.ts'],
  web: [
    'mfe-reading-room/src/reading-lists/reading-lists.test.tsx',
    'mfe-reading-room/src/reading-lists/reading-list.rules.test.ts',
    'mfe-desk/src/desk/desk.test.tsx',
    'shell/src/frame/signed-in-routes.test.tsx',
  ],
  spec: [
    'services/reading-room/test/standing.spec.ts',
    'services/reading-room/test/reading-lists.spec.ts',
    'services/scheduler/test/labels.spec.ts',
    'services/scheduler/test/reading-list-added.spec.ts',
    'gateway/test/reading-lists.spec.ts',
    'gateway/test/operating.spec.ts',
  ],
};
const laws = ['layout/layout.test.js', 'manifests/manifests.test.js', 'manifests/compose.test.js'];

let folder;
let told;
let changed;

beforeAll(async () => {
  folder = await scratchFolder();
  await copyCheckout(folder);
  told = [];
  for (const order of orders) told.push(await generate(...order.split(' ')));
  // What `npm install` would do.
  for (const place of ['services/reading-room', 'mfe-reading-room', 'mfe-desk']) {
    await symlink(join(folder, place), join(folder, 'node_modules/@polylogue', place.split('/').at(-1)));
  }
  const paths = told.flatMap((text) => [...text.matchAll(/^ {2}[+~] (.+)$/gm)].map(([, path]) => path));
  // A first page that was made empty has given way to another.
  changed = [...new Set(paths)].filter((path) => existsSync(join(folder, path)));
  const bin = join(folder, 'node_modules/.bin');
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  await run('buf', ['generate'], { cwd: join(folder, 'proto'), env });
  await run(process.execPath, ['packages/build-kit/src/build-node.js']);
  await run(process.execPath, ['packages/build-kit/src/environment/main.js']);
}, 300_000);

afterAll(removeScratch);

describe('what is made', () => {
  test('is told, with what to do next', () => {
    for (const text of told) expect(text).toMatch(/^Made:\n {2}[+~] [^]*\nNext:\n {2}1\. npm /);
    expect(told[0]).toContain('  + k8s/reading-room/deployment.yaml\n');
    expect(told[0]).toContain('npm run generate');
    expect(told.at(-1)).toContain('  ~ services/reading-room/src/reading-lists/reading-lists.service.ts\n');
  });

  test('keeps the laws of layout, of the manifests and of compose', () => passes('node', laws), 300_000);

  test('has the types and the style of the rest', async () => {
    const formatted = changed.filter((path) => /\.(ts|tsx|js|json|md|ya?ml|css)$/.test(path) && !/-lock/.test(path));
    await Promise.all([
      run('tsc', [
        '-b',
        'services/reading-room',
        'services/scheduler',
        'gateway',
        'mfe-reading-room',
        'mfe-desk',
        'shell',
      ]),
      run('prettier', ['--check', '--log-level', 'warn', ...formatted]),
    ]);
    await run('eslint', ['--max-warnings', '0', ...changed.filter((path) => /\.(tsx?|js)$/.test(path))]);
  }, 300_000);

  test('keeps the dependency rules and those of contracts', async () => {
    await Promise.all([
      run('depcruise', [
        '--config',
        '.dependency-cruiser.mjs',
        ...made,
        'services/scheduler',
        'packages',
        'proto',
        'shell',
      ]),
      run('buf', ['lint'], { cwd: join(folder, 'proto') }),
    ]);
  }, 300_000);

  test.each(Object.entries(tests))('passes its own %s tests', (project, files) => passes(project, files), 300_000);
});

describe('a second time', () => {
  test.each(orders)('%s is refused, and changes nothing', async (order) => {
    const before = await Promise.all(
      changed.map((path) => readFile(join(folder, path), 'utf8').catch(() => undefined)),
    );
    const { code, output } = await ask(...order.split(' '));
    expect([code, output.trim().split('\n').length]).toEqual([1, 1]);
    const after = await Promise.all(changed.map((path) => readFile(join(folder, path), 'utf8').catch(() => undefined)));
    expect(after).toEqual(before);
  });
});

test('a file out of place is found: the laws hold for what is made', async () => {
  const stray = join(folder, 'services/reading-room/src/reading-lists/Reading.helper.ts');
  await writeFile(stray, 'export {};\n');
  const { code, output } = await jest('node', [laws[0]]);
  expect(code).toBe(1);
  expect(output).toContain('is no suffix of the list');
});

const ask = (...words) =>
  runCommand(process.execPath, ['packages/build-kit/src/new/main.js', ...words], { cwd: folder });

async function generate(...words) {
  const { code, output } = await ask(...words);
  if (code !== 0) throw new Error(`${words.join(' ')}: ${output}`);
  return output;
}

async function run(command, words, { cwd = folder, env } = {}) {
  const { code, output } = await runCommand(command, words, { cwd, env });
  if (code !== 0) throw new Error(`${command} ${words[0]}: ${output}`);
}

/** Runs test files of the copy, with the services this run has. */
function jest(project, files, words = []) {
  const env = { ...process.env, NODE_OPTIONS: '--experimental-vm-modules --no-warnings' };
  delete env.JEST_WORKER_ID;
  const flags = ['--selectProjects', project, '--forceExit', ...words, '--', ...files];
  return runCommand('jest', flags, { cwd: folder, env });
}

async function passes(project, files) {
  const outputFile = join(folder, `${project}-${files.length}.json`);
  const { code, output } = await jest(project, files, ['--json', `--outputFile=${outputFile}`, '--silent']);
  if (code !== 0) throw new Error(output);
  const { testResults } = JSON.parse(await readFile(outputFile, 'utf8'));
  const ran = testResults.filter(({ assertionResults }) => assertionResults.length > 0).map(({ name }) => name);
  expect(files.filter((file) => !ran.some((path) => path.endsWith(file)))).toEqual([]);
}
