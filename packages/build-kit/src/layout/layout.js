/**
 * The one description of how a slice is laid out. The layout test holds the tree against it.
 * Why: docs/decisions/0001-layout-and-suffixes.md.
 */

/** What each kind of slice must have. */
export const requiredFiles = {
  server: ['package.json', 'tsconfig.json', 'README.md', 'src/main.ts', 'src/app.module.ts', 'src/config.ts'],
  microFrontend: ['package.json', 'tsconfig.json', 'README.md', 'webpack.config.js', 'src/index.ts', 'src/slice.tsx'],
  host: ['package.json', 'tsconfig.json', 'README.md', 'webpack.config.js', 'src/index.ts'],
};

/** npm scripts every slice of a kind has. */
export const requiredScripts = { server: ['start', 'migrate'], web: ['dev', 'build'] };

/** Suffixes of roles; endpoints name their transport. A file may also be a plain one-idea name without a suffix. */
export const suffixes = new Set([
  'module',
  'controller',
  'grpc',
  'consumer',
  'job',
  'cron',
  'guard',
  'filter',
  'service',
  'rules',
  'repository',
  'entity',
  'mapper',
  'errors',
  'client',
  'provider',
  'wire',
  'writer',
  'api',
  'state',
  'test',
  'fixture',
  'd',
]);

/** Folders are features, never roles. */
export const roleFolders = new Set([
  'controllers',
  'services',
  'repositories',
  'entities',
  'dto',
  'dtos',
  'hooks',
  'types',
  'interfaces',
  'models',
  'utils',
  'util',
  'common',
  'helpers',
  'lib',
  'misc',
]);

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * Says what is wrong with the name of one source file, relative to its slice's `src/`.
 *
 * @param {string} path e.g. `broadcasts/broadcasts.service.ts`
 * @returns {string[]} sentences; none when the name is right
 */
export function breachesOfName(path) {
  const folders = path.split('/');
  const file = /** @type {string} */ (folders.pop());
  const [name = '', ...rest] = file.split('.');
  rest.pop();
  return [
    ...folders
      .filter((folder) => roleFolders.has(folder))
      .map((folder) => `folder "${folder}" is a role, not a feature`),
    ...[...folders, name].filter((part) => !kebab.test(part)).map((part) => `"${part}" is not kebab-case`),
    ...rest.filter((suffix) => !suffixes.has(suffix)).map((suffix) => `".${suffix}" is no suffix of the list`),
    ...(name === 'index' && folders.length > 0 ? ['no index file inside a slice: import the file itself'] : []),
  ];
}
