import { connect } from 'node:net';

/** @typedef {{ say?: string, expect: string, host?: string, timeoutMs?: number }} Probe */

/**
 * Sends a request to a server and waits for the expected answer.
 * @param {number} port
 * @param {Probe} probe
 * @returns {Promise<boolean>} false when nothing listens, answers otherwise or not in time
 */
export function probeTcp(port, { say = '', expect, host = '127.0.0.1', timeoutMs = 1000 }) {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    let received = '';
    /** @param {boolean} isExpected */
    const answer = (isExpected) => {
      socket.destroy();
      resolve(isExpected);
    };
    socket.setTimeout(timeoutMs, () => answer(false));
    socket.once('error', () => answer(false));
    socket.once('close', () => answer(false));
    socket.once('connect', () => say && socket.write(say));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (received.includes(expect)) answer(true);
    });
  });
}
