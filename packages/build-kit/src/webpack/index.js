export { host } from './host.js';
export { remote } from './remote.js';
