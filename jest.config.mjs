// Four sizes of tests: `node` and `web` touch nothing outside the file, `spec` drives a slice through its real door,
// `e2e` drives everything in a browser. Run by `npm test`, or by hand:
//   NODE_OPTIONS=--experimental-vm-modules npx jest --selectProjects node
const swc = (tsx) => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      keepClassNames: true,
      parser: { syntax: 'typescript', tsx, decorators: true },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
        react: { runtime: 'automatic' },
      },
    },
    module: { type: 'es6' },
    sourceMaps: 'inline',
  },
];

const project = (name, testMatch, extra = {}) => ({
  displayName: name,
  testMatch,
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  // Workspace packages resolve to their sources: no build stands between an edit and its test.
  testEnvironmentOptions: { customExportConditions: ['polylogue-source', 'node', 'node-addons'] },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': swc(false), '^.+\\.tsx$': swc(true) },
  transformIgnorePatterns: ['/node_modules/(?!@polylogue/)'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/\\.types/', '/\\.data/'],
  ...extra,
});

const web = '{shell,mfe-*,packages/web-kit}';
const node = '{packages/{api-contract,service-kit,test-kit,build-kit},proto,gateway,services/*,e2e,bench}';
const backing = {
  globalSetup: '<rootDir>/packages/test-kit/jest/global-setup.js',
  globalTeardown: '<rootDir>/packages/test-kit/jest/global-teardown.js',
};

// What runs against real servers gets a second try, and is named when it needed it.
const secondTry = { setupFilesAfterEnv: ['<rootDir>/packages/build-kit/src/jest/second-try.js'] };

export default {
  // A loaded machine is slow, not wrong: whatever waits for something says sooner what did not come.
  testTimeout: 120_000,
  projects: [
    project('node', [`<rootDir>/${node}/src/**/*.test.{ts,js}`]),
    project('web', [`<rootDir>/${web}/src/**/*.test.{ts,tsx}`], {
      testEnvironment: '<rootDir>/packages/build-kit/src/jest/web-environment.js',
      testEnvironmentOptions: { customExportConditions: ['polylogue-source', 'browser'] },
      moduleNameMapper: {
        '\\.css$': '<rootDir>/packages/build-kit/src/jest/style.js',
        '^(\\.{1,2}/.*)\\.js$': '$1',
      },
    }),
    project('spec', [`<rootDir>/${node}/test/**/*.spec.{ts,js}`], { ...backing, ...secondTry }),
    project('e2e', ['<rootDir>/e2e/specs/**/*.spec.ts'], secondTry),
  ],
};
