// Who may import whom (docs/architecture.md). packages/build-kit/src/layout/dependency-rules.test.js proves that each rule fires.
const slice = '^(gateway|shell|mfe-[^/]+|services/[^/]+)/';
const ours = '^(packages/[^/]+|proto|gateway|shell|mfe-[^/]+|services/[^/]+|e2e|bench)/';
const tests = '(/test/|\\.test\\.tsx?$|/specs/)';

/**
 * Files under `from` may import, of our own, only themselves and `allowed`.
 * @param {string} name
 * @param {string} comment
 * @param {string} from
 * @param {string} itself
 * @param {string[]} allowed folders, or patterns of files that end with $
 * @param {{ pathNot?: string }} [options]
 * @returns {import('dependency-cruiser').IRegularForbiddenRuleType}
 */
const mayImportOnly = (name, comment, from, itself, allowed, options = {}) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, ...options },
  to: { path: ours, pathNot: [itself, ...allowed.map((path) => (path.endsWith('$') ? `^${path}` : `^${path}/`))] },
});

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'slices-do-not-import-slices',
      comment: 'A slice never imports a slice: move what both need into a package, or ask over gRPC or an event.',
      severity: 'error',
      from: { path: slice },
      to: { path: slice, pathNot: '^$1/' },
    },
    mayImportOnly(
      'web-slices-import-web-kit-and-api-contract',
      'The browser side builds on web-kit and api-contract only.',
      '^(shell|mfe-[^/]+)/src/',
      '^$1/',
      ['packages/web-kit', 'packages/api-contract'],
    ),
    mayImportOnly(
      'gateway-imports-api-contract-service-kit-proto',
      'The gateway builds on api-contract, service-kit and proto only.',
      '^gateway/src/',
      '^gateway/',
      ['packages/api-contract', 'packages/service-kit', 'proto'],
      { pathNot: tests },
    ),
    mayImportOnly(
      'services-import-service-kit-and-proto',
      'A service builds on service-kit and proto only; /api is the business of the gateway.',
      '^(services/[^/]+)/src/',
      '^$1/',
      [
        'packages/service-kit',
        'proto',
        // Quotes are found in the words of a reply by the server as the page shows them.
        'packages/markdown/src/plain-text\\.ts$',
        // The text of a saved query is filled by the server as the page says it will be.
        'packages/api-contract/src/query-variables\\.rules\\.ts$',
      ],
      { pathNot: tests },
    ),
    mayImportOnly(
      'web-kit-imports-api-contract-and-markdown',
      'web-kit builds on api-contract and markdown only.',
      '^packages/web-kit/',
      '^packages/web-kit/',
      ['packages/api-contract', 'packages/markdown'],
    ),
    mayImportOnly(
      'cli-imports-api-contract',
      'The command line is a client like any other: it knows /api and nothing behind it.',
      '^packages/cli/',
      '^packages/cli/',
      ['packages/api-contract'],
    ),
    mayImportOnly(
      'markdown-imports-nothing-of-ours',
      'markdown stands on nothing of ours: web-kit lends it to the pages.',
      '^packages/markdown/',
      '^packages/markdown/',
      [],
    ),
    mayImportOnly(
      'service-kit-imports-proto',
      'service-kit builds on proto only.',
      '^packages/service-kit/src/',
      '^packages/service-kit/',
      ['proto'],
    ),
    mayImportOnly(
      'contracts-and-build-kit-import-nothing-of-ours',
      'api-contract, proto and build-kit stand on nothing of ours.',
      '^(packages/api-contract|proto|packages/build-kit)/src/',
      '^$1/',
      [],
    ),
    {
      name: 'backing-services-know-no-launcher',
      comment: 'The launcher starts the backing services; tests start them without it.',
      severity: 'error',
      from: { path: '^packages/build-kit/src/(install|processes|secrets|nats|build|backing)/' },
      to: { path: '^packages/build-kit/src/launcher/' },
    },
    {
      name: 'starting-needs-no-checks',
      comment: 'npm start, the builds and the images do without what npm test and npm run new are made of.',
      severity: 'error',
      from: { path: '^packages/build-kit/src/(install|processes|secrets|nats|build|backing|launcher|webpack|bundle)/' },
      to: { path: '^packages/build-kit/src/(checks|layout|manifests|chart|jest|new|proofs)/' },
    },
    {
      name: 'test-kit-is-for-tests',
      comment: 'Only tests, e2e and bench import test-kit: it must never reach what ships.',
      severity: 'error',
      from: { pathNot: [tests, '^(packages/test-kit|e2e|bench)/', '/test/'] },
      to: { path: '^packages/test-kit/' },
    },
    {
      name: 'packages-are-entered-by-their-index',
      comment: 'Import a package by its name: its exports say what is public.',
      severity: 'error',
      from: { path: ours },
      to: {
        path: '^(packages/[^/]+|proto)/',
        dependencyTypes: ['local'],
        pathNot: ['^$1/'],
      },
    },
    {
      name: 'rules-are-pure',
      comment: '.rules and .state files do no I/O and know no framework, clock or database.',
      severity: 'error',
      from: { path: '\\.(rules|state)\\.ts$' },
      to: {
        path: '(^(node:)?(fs|fs/promises|net|http|https|child_process|dgram|tls)$|node_modules/(@nestjs|typeorm|pg|nats|ioredis|@grpc|react-dom|express)/|\\.(service|repository|controller|grpc|client|api)\\.ts$)',
      },
    },
    {
      name: 'antd-through-web-kit',
      comment: 'antd is shared through web-kit, which carries the theme.',
      severity: 'error',
      from: { pathNot: '^packages/web-kit/' },
      to: { path: 'node_modules/(antd|@ant-design)/' },
    },
    {
      name: 'nats-behind-events',
      comment: 'Only service-kit/src/events knows NATS; a test may play its part.',
      severity: 'error',
      from: {
        pathNot: [
          '^packages/service-kit/(src/events|test)/',
          '^services/[^/]+/test/',
          '^packages/test-kit/',
          '^packages/build-kit/',
          '^e2e/',
        ],
      },
      to: { path: 'node_modules/nats/' },
    },
    {
      name: 'api-controllers-speak-api',
      comment: 'Controllers know /api, clients know proto; only mappers know both.',
      severity: 'error',
      from: { path: '^gateway/src/.*\\.controller\\.ts$' },
      to: { path: '^proto/' },
    },
    {
      name: 'no-cycles',
      comment: 'In ESM a cycle between decorated classes crashes at load.',
      severity: 'error',
      from: { pathNot: '/src/gen/' },
      to: { circular: true },
    },
    {
      name: 'nothing-unresolved',
      comment: 'The import leads nowhere: add the dependency to the package.json of this workspace.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist/', '/\\.types/', '\\.css$'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      // Not `types`: what stands there for build-kit is emitted from its JavaScript, and may not be there yet.
      conditionNames: ['polylogue-source', 'import', 'require', 'node', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
