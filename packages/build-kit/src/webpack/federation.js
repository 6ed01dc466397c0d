import { basename } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';

/**
 * `mfe-saved-queries` is known to the others as `mfe_saved_queries`: a federation name must be an identifier.
 * @param {string} folder
 */
export const federationName = (folder) => basename(folder).replaceAll('-', '_');

/** @typedef {ConstructorParameters<typeof ModuleFederationPlugin>[0]} FederationOptions */

/**
 * @param {string} name
 * @param {FederationOptions['shared']} shared
 * @param {FederationOptions} [options]
 */
export const federation = (name, shared, { experiments, ...extra } = {}) =>
  new ModuleFederationPlugin({
    name,
    filename: 'remoteEntry.js',
    remotes: {},
    dts: false,
    manifest: true,
    // A remote that is down must not delay the start.
    shareStrategy: 'loaded-first',
    shared,
    experiments: { optimization: { target: 'web' }, ...experiments },
    ...extra,
  });
