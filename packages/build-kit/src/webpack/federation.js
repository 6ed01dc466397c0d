import { basename } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';

/** `mfe-saved-queries` is known to the others as `mfe_saved_queries`: a federation name must be an identifier. */
export const federationName = (folder) => basename(folder).replaceAll('-', '_');

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
