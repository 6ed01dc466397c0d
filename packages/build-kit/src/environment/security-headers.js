/** @typedef {{ setHeader: (name: string, value: string) => void, removeHeader: (name: string) => void }} Headed */

/**
 * The headers a middleware sets on every answer, as lines of nginx: pages have the same policy whichever server answers.
 * @param {(request: object, response: Headed, next: () => void) => void} middleware
 */
export function toNginxHeaders(middleware) {
  /** @type {[name: string, value: string][]} */
  const headers = [];
  /** @type {Headed} */
  const response = { setHeader: (name, value) => headers.push([name, value]), removeHeader: () => {} };
  middleware({}, response, () => {});
  const lines = headers.map(([name, value]) => `add_header ${name} "${value}" always;`);
  return `# Written by \`npm run environment\` from gateway/src/http/security-headers.ts; do not edit.\n${lines.join('\n')}\n`;
}
