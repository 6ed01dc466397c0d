import { newMajor } from '../install/brought-node.js';

/**
 * What is said at a start under an older Node.
 * @param {string} version of Node, `20.20.2`
 * @returns {string | undefined}
 */
export function newerNodeHint(version) {
  if (Number(version.split('.')[0]) >= newMajor) return undefined;
  return `Node ${newMajor} would serve the same with about a fifth less processor time; this is Node ${version}.`;
}
