// In place of a module that is left out of a page: whatever is asked of it answers a function that says why it is not there.
const absent = () => {
  throw new Error('Pages are built without this: see left-out.js of build-kit.');
};

module.exports = new Proxy({}, { get: (_target, name) => (name === '__esModule' ? true : absent) });
