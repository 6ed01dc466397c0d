import { basename } from 'node:path';
import { browserConfig } from './browser-config.js';
import { devServer } from './dev-server.js';
import { federation, federationName } from './federation.js';
import { page } from './page.js';
import { sharedOf } from './shared.js';

/**
 * The whole webpack.config.js of a micro-frontend: `export default remote(import.meta.dirname)`.
 * Built for production it brings only its own code, exposed as `./slice`; in development it is also a page of its own.
 * @param {string} folder the slice
 * @returns {import('./browser-config.js').ConfigFile}
 */
export const remote =
  (folder) =>
  (_environment, argv = {}) => {
    const production = argv.mode === 'production';
    const name = federationName(folder);
    const config = browserConfig(folder, { name, production });
    config.plugins.push(
      federation(name, sharedOf(folder, { carried: !production }), {
        exposes: { './slice': './src/slice.tsx' },
        experiments: { externalRuntime: production },
      }),
    );
    if (production) return { ...config, entry: {} };
    config.plugins.push(...page(folder));
    return { ...config, devServer: devServer(basename(folder)) };
  };
