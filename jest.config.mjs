// Four sizes of tests (docs/testing.md): `node` and `web` touch nothing outside the file, `spec` drives a slice through its
// real endpoint, `e2e` drives everything in a browser. Run by `npm test`, or by hand: `npx jest history.spec`.
const buildKit = '<rootDir>/packages/build-kit/src/jest';
const backing = {
  globalSetup: '<rootDir>/packages/test-kit/jest/global-setup.js',
  globalTeardown: '<rootDir>/packages/test-kit/jest/global-teardown.js',
};

/** @param {string} displayName @param {string[]} testMatch @param {import('jest').Config} [extra] */
const project = (displayName, testMatch, extra = {}) => ({
  displayName,
  testMatch,
  runtime: `${buildKit}/runtime.cjs`,
  resolver: `${buildKit}/resolver.cjs`,
  testEnvironment: `${buildKit}/node-environment.js`,
  // Module hooks of Node compile (packages/build-kit/src/jest/hooks.js).
  transform: {},
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1', '$1.js'] },
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/\\.types/', '/\\.data/'],
  ...extra,
});

const web = '{shell,mfe-*,packages/{markdown,web-kit}}';
const node = '{packages/{api-contract,cli,service-kit,test-kit,build-kit},proto,gateway,services/*,e2e,bench}';

export default {
  maxWorkers: 2,
  testSequencer: '<rootDir>/packages/build-kit/src/jest/longest-first.cjs',
  // A loaded machine is slow, not wrong: whatever waits for something says sooner what did not come.
  testTimeout: 120_000,
  projects: [
    project('node', [`<rootDir>/${node}/src/**/*.test.{ts,js}`]),
    project('web', [`<rootDir>/${web}/src/**/*.test.{ts,tsx}`], {
      testEnvironment: `${buildKit}/web-environment.js`,
      setupFilesAfterEnv: ['<rootDir>/packages/web-kit/src/test/after-each.ts'],
    }),
    project('spec', [`<rootDir>/${node}/test/**/*.spec.{ts,js}`], backing),
    project('e2e', ['<rootDir>/e2e/specs/**/*.spec.ts'], backing),
  ],
};
