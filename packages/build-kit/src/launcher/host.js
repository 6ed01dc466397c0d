/**
 * @param {string} host an address to listen on
 * @returns {boolean} whether only programs of this machine reach it
 */
export const isLoopback = (host) => host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);

const isEvery = (/** @type {string} */ host) => host === '0.0.0.0' || host === '::';

/**
 * Where a program of this machine reaches a server.
 * @param {string} host the address it listens on
 * @param {number} port
 */
export function urlAt(host, port) {
  const reached = isEvery(host) ? '127.0.0.1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

/**
 * The same as a user of this machine types it.
 * @param {string} host
 * @param {number} port
 */
export const shownUrl = (host, port) =>
  isLoopback(host) || isEvery(host) ? `http://localhost:${port}` : urlAt(host, port);
