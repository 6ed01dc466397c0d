// As Node has it since version 21. Without it pg makes a Response to see where it runs, for which Node 20 loads the whole of
// its `fetch`: a thirtieth of a start.
if (!('navigator' in globalThis)) {
  const [version] = process.versions.node.split('.');
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { userAgent: `Node.js/${version}` } });
}
