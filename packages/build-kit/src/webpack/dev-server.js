import { webSlices } from '../slices.js';

/**
 * `npm run dev -w <slice>`: the slice as it is being written, with the `/api` of a running installation behind it.
 * @param {string} slice
 */
export function devServer(slice) {
  const target = process.env.POLYLOGUE_URL ?? 'http://127.0.0.1:8080';
  return {
    host: '127.0.0.1',
    // One port each, so that any two run side by side.
    port: 8100 + webSlices().indexOf(slice),
    historyApiFallback: true,
    // Same origin for the browser and the gateway alike: the session cookie and its checks hold.
    proxy: [{ context: ['/api', '/slices', '/remotes.json'], target, changeOrigin: true, headers: { origin: target } }],
    client: { overlay: { warnings: false } },
    static: false,
  };
}
