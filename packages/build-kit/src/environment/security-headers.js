/**
 * The headers a middleware sets on every answer, as lines of nginx: pages have the same policy whoever serves them.
 * @param {(request: object, response: object, next: () => void) => void} middleware
 */
export function toNginxHeaders(middleware) {
  const headers = [];
  const response = { setHeader: (name, value) => headers.push([name, value]), removeHeader: () => {} };
  middleware({}, response, () => {});
  const lines = headers.map(([name, value]) => `add_header ${name} "${value}" always;`);
  return `# Written by \`npm run environment\` from gateway/src/http/security-headers.ts; do not edit.\n${lines.join('\n')}\n`;
}
