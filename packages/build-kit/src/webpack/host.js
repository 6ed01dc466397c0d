import { basename, join } from 'node:path';
import { browserConfig } from './browser-config.js';
import { devServer } from './dev-server.js';
import { firstPage } from './first-page.js';
import { federation, federationName } from './federation.js';
import { page } from './page.js';
import { sharedOf } from './shared.js';

/**
 * The whole webpack.config.js of the shell: `export default host(import.meta.dirname)`.
 * It brings everything that is shared and knows no slice's address.
 * @param {string} folder the shell
 * @returns {import('./browser-config.js').ConfigFile}
 */
export const host =
  (folder) =>
  (_environment, argv = {}) => {
    const production = argv.mode === 'production';
    const name = federationName(folder);
    const config = browserConfig(folder, { name, production });
    config.optimization.splitChunks = firstPage();
    config.plugins.push(
      federation(name, sharedOf(folder, { carried: true }), {
        runtimePlugins: [join(import.meta.dirname, 'lend-runtime.js')],
      }),
      ...page(folder),
    );
    return production ? config : { ...config, devServer: devServer(basename(folder)) };
  };
