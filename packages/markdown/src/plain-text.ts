/** The entry for servers: the words of a reply, without the elements that show it. */
export { wholePlainText } from './rendering/plain-text.js';
