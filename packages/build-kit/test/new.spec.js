import { existsSync } from 'node:fs';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runCommand } from '../src/checks/run-command.js';
import { defined } from '../src/defined.js';
import { copyCheckout } from '../src/copy/copy-checkout.js';
import { carryOut } from '../src/new/carry-out.js';
import { Refusal } from '../src/new/refusal.js';
import { whenChanged } from '../src/proofs/when-changed.js';
import { removeScratch, scratchFolder } from './scratch.js';

// One of each kind, each on what those before it made: a service of its own behind the gateway with its page, an empty
// page, a further feature of a service that is there, and an event published by the one and consumed by the other.
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
// Per change what is made is only compiled and held against the rules of the layout, which takes a third of the time.
const isFull = process.env.TEST_FULL === '1';
const servers = ['services/reading-room', 'services/scheduler', 'gateway'];
const screens = ['mfe-reading-room', 'mfe-desk', 'shell'];
const layout = 'build-kit/src/layout/layout.test.js';
// The tests of layout, manifests and compose, and those that were generated.
const tests = [
  layout,
  'build-kit/src/manifests/manifests.test.js',
  'build-kit/src/manifests/production.test.js',
  'build-kit/src/manifests/compose.test.js',
  'build-kit/src/chart/chart.test.js',
  'services/reading-room/src/reading-lists/reading-list.rules.test.ts',
  'services/scheduler/src/labels/label.rules.test.ts',
  'mfe-reading-room/src/reading-lists/reading-lists.test.tsx',
  'mfe-reading-room/src/reading-lists/reading-list.rules.test.ts',
  'mfe-desk/src/desk/desk.test.tsx',
  'shell/src/frame/signed-in-routes.test.tsx',
  'services/reading-room/test/startup.spec.ts',
  'services/reading-room/test/reading-lists.spec.ts',
  'services/scheduler/test/labels.spec.ts',
  'services/scheduler/test/reading-list-added.spec.ts',
  'gateway/test/reading-lists.spec.ts',
  'gateway/test/operating.spec.ts',
];

// What the generator copies or edits, what the generated code imports, and what checks it.
const proof = await whenChanged(test, [
  'packages',
  'proto',
  'gateway',
  'services',
  'shell',
  'mfe-quality',
  'k8s',
  'docker-compose.yml',
  'README.md',
  'docs/architecture.md',
  '.dependency-cruiser.mjs',
  '.oxlintrc.json',
  '.oxfmtrc.json',
  '.github',
  '.env.example',
  'tsconfig.json',
  'tsconfig.base.json',
  'tsconfig.web.json',
]);

/** @type {string} */
let folder;
/** @type {string[]} */
let output;
/** @type {string[]} */
let changed;
/** @type {{ types: Promise<void>, layout: ReturnType<typeof runCommand> }} */
let checks;
/** @type {{ rules: Promise<void>, tests: ReturnType<typeof runCommand> } | undefined} */
let fullChecks;

beforeAll(async () => {
  folder = await scratchFolder();
  await copyCheckout(folder);
  output = [];
  for (const order of orders) output.push(await carryOut(folder, order.split(' ')));
  // What `npm install` would do.
  for (const place of ['services/reading-room', 'mfe-reading-room', 'mfe-desk']) {
    await symlink(join(folder, place), join(folder, 'node_modules/@polylogue', basename(place)));
  }
  const paths = output.flatMap((text) => [...text.matchAll(/^ {2}[+~] (.+)$/gm)].map(([, path]) => String(path)));
  // A first page that was generated empty has been replaced by another.
  changed = [...new Set(paths)].filter((path) => existsSync(join(folder, path)));
  await run('npm', ['run', 'generate']);
  if (isFull) {
    await run(process.execPath, ['packages/build-kit/src/build-node.js']);
    await run(process.execPath, ['packages/build-kit/src/environment/main.js']);
    await run(process.execPath, ['packages/build-kit/src/chart/main.js']);
  }
  // Side by side, on as many cores as there are; each test waits for its own.
  checks = { types: checkAllTypes(), layout: jest([layout]) };
  if (isFull) {
    const outputFile = join(folder, 'result.json');
    fullChecks = {
      rules: checkRules(),
      tests: jest(tests, ['--json', `--outputFile=${outputFile}`, '--silent']),
    };
  }
  await Promise.allSettled([...Object.values(checks), ...Object.values(fullChecks ?? {})]);
}, 300_000);

afterAll(removeScratch);

await proof('generating prints what was made and what to do next', () => {
  for (const text of output) expect(text).toMatch(/^Made:\n {2}[+~] [^]*\nNext:\n {2}1\. npm /);
  expect(output[0]).toContain('  + k8s/reading-room/deployment.yaml\n');
  expect(output[0]).toContain('npm run generate');
  expect(output.at(-1)).toContain('  ~ services/reading-room/src/reading-lists/reading-lists.service.ts\n');
});

await proof('what was generated compiles', async () => {
  await checks.types;
  // By which `tsc -b` finds them, and what they are built on.
  expect((await referencesOf('.')).map((path) => path.replace(/^\.\//, ''))).toEqual(
    expect.arrayContaining(['services/reading-room', 'mfe-reading-room', 'mfe-desk']),
  );
  expect(await referencesOf('services/reading-room')).toEqual(await referencesOf('services/admin'));
  for (const screen of ['mfe-reading-room', 'mfe-desk']) {
    expect(await referencesOf(screen)).toEqual(await referencesOf('mfe-quality'));
  }
});

await proof('what was generated stays within the rules of the layout', async () => {
  expect(await checks.layout).toMatchObject({ code: 0 });
});

if (isFull) {
  await proof('what was generated is formatted, and passes lint and the dependency rules', () => fullChecks?.rules);
  await proof('layout, manifests and compose stay within their rules, and the generated tests pass', testsPass);
}

async function testsPass() {
  const { code, output: printed } = await defined(fullChecks, 'What runs with --full').tests;
  if (code !== 0) throw new Error(printed);
  /** @type {{ testResults: { name: string, assertionResults: unknown[] }[] }} */
  const { testResults } = JSON.parse(await readFile(join(folder, 'result.json'), 'utf8'));
  const ran = testResults.filter(({ assertionResults }) => assertionResults.length > 0).map(({ name }) => name);
  expect(tests.filter((file) => !ran.some((path) => path.endsWith(file)))).toEqual([]);
}

await proof('generating the same again is refused and changes nothing', async () => {
  const contents = () =>
    Promise.all(changed.map((path) => readFile(join(folder, path), 'utf8').catch(() => undefined)));
  const before = await contents();
  for (const order of orders) await expect(carryOut(folder, order.split(' '))).rejects.toThrow(Refusal);
  const again = String(orders[0]).split(' ');
  const printed = await runCommand(process.execPath, ['packages/build-kit/src/new/main.js', ...again], {
    cwd: folder,
  });
  expect([printed.code, printed.output.trim().split('\n').length]).toEqual([1, 1]);
  expect(await contents()).toEqual(before);
});

if (isFull) await proof('a generated slice that breaks a rule is found', aBrokenRuleIsFound);

async function aBrokenRuleIsFound() {
  const feature = join(folder, 'services/reading-room/src/reading-lists');
  await writeFile(join(feature, 'Reading.helper.ts'), 'export {};\n');
  const { code, output: printed } = await jest([layout]);
  expect([code, printed]).toEqual([1, expect.stringContaining('is no suffix of the list')]);

  const rules = join(feature, 'reading-list.rules.ts');
  await writeFile(rules, `${await readFile(rules, 'utf8')}\nexport const wrong: string = 1;\n`);
  await expect(checkTypes('tsconfig.base.json', ['services/reading-room'], ['src'])).rejects.toThrow('TS2322');
}

async function checkAllTypes() {
  await checkTypes('tsconfig.base.json', servers, ['src', 'test']);
  await checkTypes('tsconfig.web.json', screens, ['src']);
}

async function checkRules() {
  const formatted = changed.filter((path) => /\.(ts|tsx|js|json|md|ya?ml|css)$/.test(path) && !/-lock/.test(path));
  const code = changed.filter((path) => /\.(tsx?|js)$/.test(path));
  await run('oxfmt', ['--check', ...formatted]);
  await run('oxlint', ['--type-aware', ...code]);
  // What they import is read with them.
  await run('depcruise', ['--config', '.dependency-cruiser.mjs', ...made, 'services/scheduler', 'shell']);
  await run('buf', ['lint'], { cwd: join(folder, 'proto') });
}

/**
 * One program for several projects: what they share is read and checked once.
 * @param {string} base the tsconfig that they extend
 * @param {string[]} projects
 * @param {string[]} folders of each
 */
async function checkTypes(base, projects, folders) {
  const config = {
    extends: `./${base}`,
    compilerOptions: {
      // build-kit is JavaScript, whose declarations are not emitted here.
      allowJs: true,
      composite: false,
      incremental: false,
      emitDeclarationOnly: false,
      noEmit: true,
      rootDir: '.',
    },
    include: projects.flatMap((project) => folders.map((each) => `${project}/${each}`)),
  };
  await writeFile(join(folder, 'tsconfig.check.json'), JSON.stringify(config));
  const compiler = join(folder, 'node_modules/typescript-native/bin/tsc');
  // Several checkers are faster by the clock, but each looks at the libraries anew.
  await run(process.execPath, [compiler, '--checkers', '1', '-p', 'tsconfig.check.json']);
}

/** @param {string} project @returns {Promise<string[]>} */
async function referencesOf(project) {
  /** @type {{ references: { path: string }[] }} */
  const { references } = JSON.parse(await readFile(join(folder, project, 'tsconfig.json'), 'utf8'));
  return references.map(({ path }) => path);
}

/** @param {string} command @param {string[]} words */
async function run(command, words, { cwd = folder } = {}) {
  const env = { ...process.env, PATH: `${join(folder, 'node_modules/.bin')}:${process.env.PATH}` };
  const { code, output: printed } = await runCommand(command, words, { cwd, env });
  if (code !== 0) throw new Error(`${command} ${words[0]}: ${printed}`);
}

/**
 * Runs test files of the copy in one process, with the backing services of this run.
 * @param {string[]} files
 * @param {string[]} [words]
 */
function jest(files, words = []) {
  const env = { ...process.env };
  delete env.JEST_WORKER_ID;
  const projects = ['--selectProjects', 'node', 'web', 'spec'];
  return runCommand('jest', ['--runInBand', '--forceExit', ...words, ...projects, '--', ...files], {
    cwd: folder,
    env,
  });
}
