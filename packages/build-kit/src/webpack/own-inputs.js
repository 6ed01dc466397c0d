import { isAbsolute, join, relative, sep } from 'node:path';
import webpack from 'webpack';

const installed = `${sep}node_modules${sep}`;

/**
 * A slice is built from its own folder, the packages and what is installed: a module that uses a file of another slice, or
 * of anywhere else, ends the build. So every build proves that the slice can be built without the others.
 */
export class OwnInputs {
  /** @param {string} root the checkout */
  constructor(root) {
    this.root = root;
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    // Child compilers too: a page's HTML, sheets.
    compiler.hooks.compilation.tap('OwnInputs', (compilation) => {
      compilation.hooks.finishModules.tap('OwnInputs', (modules) => {
        for (const module of modules) this.#check(module, compilation, compiler.context);
      });
    });
  }

  /**
   * @param {import('webpack').Module} module
   * @param {import('webpack').Compilation} compilation
   * @param {string} context folder of the slice, for modules that webpack makes up
   */
  #check(module, compilation, context) {
    const user = resourceOf(module) ?? join(context, 'webpack.config.js');
    // The list of the servers that one script runs: it is of no slice.
    if (user.startsWith('data:')) return;
    const targets = [...compilation.moduleGraph.getOutgoingConnections(module)].map(({ module: used }) => used);
    const files = new Set([
      ...targets.map(resourceOf).filter((path) => path !== undefined),
      ...(module.buildInfo?.fileDependencies ?? []),
    ]);
    for (const file of files) {
      if (mayUse(this.root, user, file)) continue;
      const [from, to] = [user, file].map((path) => relative(this.root, path));
      compilation.errors.push(new webpack.WebpackError(`${from} uses ${to}: ${rule}`));
    }
  }
}

const rule = 'a slice is built from its own folder, packages and what is installed.';

/** @param {import('webpack').Module} module @returns {string | undefined} its file, with links followed */
const resourceOf = (module) =>
  module instanceof webpack.NormalModule ? module.resource.replace(/[?#].*$/, '') : undefined;

/**
 * @param {string} root the checkout
 * @param {string} user a file
 * @param {string} used the file it uses
 */
export function mayUse(root, user, used) {
  if (!isAbsolute(used) || used.includes(installed)) return true;
  const home = homeOf(root, used);
  return home === 'packages' || home === 'proto' || (home !== undefined && home === homeOf(root, user));
}

/** @param {string} root @param {string} path @returns {string | undefined} `mfe-history`, `services/quality`, `packages`… */
function homeOf(root, path) {
  const [first = '', second] = relative(root, path).split(sep);
  if (first === '..' || second === undefined) return undefined;
  return first === 'services' ? `${first}/${second}` : first;
}
