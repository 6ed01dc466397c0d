// In place of zod's printing of JSON schemas: whatever is asked of it answers a function that says why it is not there.
const absent = () => {
  throw new Error('JSON schemas are not printed in a browser.');
};

module.exports = new Proxy({}, { get: (_target, name) => (name === '__esModule' ? true : absent) });
