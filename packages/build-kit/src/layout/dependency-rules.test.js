import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { checkDependencies, rules } from './check-dependencies.js';

const root = join(import.meta.dirname, '../../../..');
const workspaces = [
  ...['api-contract', 'cli', 'markdown', 'web-kit', 'service-kit', 'test-kit', 'build-kit'].map(
    (name) => `packages/${name}`,
  ),
  'proto',
  'gateway',
  'services/quality',
  'services/scheduler',
  'mfe-quality',
];

// Each rule with the smallest change that breaks it. A rule without a row fails the last test.
/** @type {[rule: string, path: string, text: string, others?: Record<string, string>][]} */
const breaches = [
  ['slices-do-not-import-slices', 'services/quality/src/a.ts', `import '../../scheduler/src/index.js';`],
  ['web-slices-import-web-kit-and-api-contract', 'mfe-quality/src/a.ts', `import '@polylogue/proto';`],
  ['gateway-imports-api-contract-service-kit-proto', 'gateway/src/a.ts', `import '@polylogue/web-kit';`],
  ['services-import-service-kit-and-proto', 'services/quality/src/a.ts', `import '@polylogue/api-contract';`],
  ['web-kit-imports-api-contract-and-markdown', 'packages/web-kit/src/a.ts', `import '@polylogue/proto';`],
  ['cli-imports-api-contract', 'packages/cli/src/a.ts', `import '@polylogue/proto';`],
  ['markdown-imports-nothing-of-ours', 'packages/markdown/src/a.ts', `import '@polylogue/api-contract';`],
  ['service-kit-imports-proto', 'packages/service-kit/src/a.ts', `import '@polylogue/api-contract';`],
  ['contracts-and-build-kit-import-nothing-of-ours', 'proto/src/a.ts', `import '@polylogue/service-kit';`],
  [
    'backing-services-know-no-launcher',
    'packages/build-kit/src/backing/a.js',
    `import '../launcher/b.js';`,
    { 'packages/build-kit/src/launcher/b.js': 'export {};' },
  ],
  [
    'starting-needs-no-checks',
    'packages/build-kit/src/launcher/a.js',
    `import '../checks/b.js';`,
    { 'packages/build-kit/src/checks/b.js': 'export {};' },
  ],
  ['test-kit-is-for-tests', 'services/quality/src/a.ts', `import '@polylogue/test-kit';`],
  ['packages-are-entered-by-their-index', 'gateway/src/a.ts', `import '../../packages/service-kit/src/index.js';`],
  ['rules-are-pure', 'services/quality/src/a.rules.ts', `import 'node:fs';`],
  ['antd-through-web-kit', 'mfe-quality/src/a.ts', `import 'antd';`],
  ['nats-behind-events', 'services/quality/src/a.ts', `import 'nats';`],
  ['api-controllers-speak-api', 'gateway/src/a.controller.ts', `import '@polylogue/proto';`],
  ['no-cycles', 'services/quality/src/a.ts', `import './b.js';`, { 'services/quality/src/b.ts': `import './a.js';` }],
  ['nothing-unresolved', 'services/quality/src/a.ts', `import './nowhere.js';`],
  [
    'no-cycles-of-folders',
    'services/quality/src/a/one.ts',
    `import '../b/one.js';`,
    {
      'services/quality/src/a/two.ts': 'export {};',
      'services/quality/src/b/one.ts': 'export {};',
      'services/quality/src/b/two.ts': `import '../a/two.js';`,
    },
  ],
];

describe('the dependency rules', () => {
  /** @type {string} */
  let tree;

  beforeAll(() => {
    tree = realpathSync(mkdtempSync(join(tmpdir(), 'polylogue-rules-')));
    mkdirSync(join(tree, 'node_modules/@polylogue'), { recursive: true });
    for (const name of readdirSync(join(root, 'node_modules'))) {
      if (name !== '@polylogue') symlinkSync(join(root, 'node_modules', name), join(tree, 'node_modules', name));
    }
    for (const workspace of workspaces) {
      write(`${workspace}/src/index.ts`, 'export {};');
      cpSync(join(root, workspace, 'package.json'), join(tree, workspace, 'package.json'));
      symlinkSync(join(tree, workspace), join(tree, 'node_modules/@polylogue', basename(workspace)));
    }
  });

  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  /** @param {string} path @param {string} text */
  const write = (path, text) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  };

  const check = () => checkDependencies(workspaces, { baseDir: tree });

  test('a tree that keeps them passes', async () => {
    expect(await check()).toMatchObject({ broken: [], code: 0 });
  });

  test.each(breaches)('%s fires', async (rule, path, text, others = {}) => {
    const files = { [path]: text, ...others };
    for (const [name, content] of Object.entries(files)) write(name, content);
    try {
      const { broken, output, code } = await check();
      expect(broken).toContain(rule);
      expect(output).toContain(path);
      expect(code).toBe(1);
    } finally {
      for (const name of Object.keys(files)) rmSync(join(tree, name));
    }
  });

  test('every rule is proven', () => {
    expect(breaches.map(([rule]) => rule).sort()).toEqual(rules.toSorted());
  });
});
