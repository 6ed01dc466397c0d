// Which checks a change can reach beyond what imports it, for `npm test -- --changed`.

/** What the formatter knows; it leaves out itself what .oxfmtrc.json names. @param {string} file */
export const isFormatted = (file) => /\.(c|m)?(j|t)sx?$|\.(css|json|md|ya?ml|html)$/.test(file);

/** @param {string} file */
export const isLinted = (file) => /\.(c|m)?(j|t)sx?$/.test(file) && !file.includes('/src/gen/');

/** Unit tests that read files without importing them, by what they read. @type {[RegExp, string][]} */
const readers = [
  [/./, 'packages/build-kit/src/layout/layout.js'],
  [/^docs\/asvs\.|\.(test|spec)\.\w+$/, 'packages/build-kit/src/asvs/asvs.js'],
  [/^docs\/specification\.md$|\.(test|spec)\.tsx?$/, 'packages/build-kit/src/layout/specification.js'],
  [/package-lock\.json$|^\.npmrc$|^\.github\//, 'packages/build-kit/src/layout/supply-chain.js'],
  [/^k8s\/|docker|config\.ts$|package\.json$|^packages\/build-kit\//, 'packages/build-kit/src/manifests/render.js'],
];

/** @param {string[]} files that changed @returns {string[]} sources whose tests run too */
export function unitFilesFor(files) {
  return readers.filter(([pattern]) => files.some((file) => pattern.test(file))).map(([, source]) => source);
}

/** Browser tests by what they drive. @type {[RegExp, string[]][]} */
export const drivenBy = [
  [/^mfe-dashboard\//, ['dashboard', 'dashboard-reading', 'dashboard-files', 'dashboard-toasts', 'dashboard-choices']],
  [/^mfe-history\//, ['history']],
  [/^mfe-aichat\/|^services\/[^/]+\/src\/ai-chat\//, ['ai-chat']],
  [/^mfe-quality\/|^services\/quality\//, ['quality']],
  [/^mfe-saved-queries\/|^services\/scheduler\//, ['saved-queries', 'saved-query-rounds', 'watch']],
  [/^mfe-admin\/|^services\/admin\//, ['admin', 'administering', 'approval']],
  [/^services\/conversation\//, ['broadcast', 'history']],
  [/^services\/ai-dispatch\//, ['broadcast', 'provider-faults', 'ai-services']],
  [/^shell\//, ['signed-out', 'slice-down', 'accessibility']],
  [/^gateway\//, ['broadcast', 'signed-out', 'who-may']],
  [/^packages\/cli\//, ['cli']],
  [/^(packages\/(web-kit|markdown|api-contract|service-kit)|proto)\//, ['broadcast', 'dashboard']],
  [/^packages\/build-kit\/src\/(launcher|backing|webpack)\//, ['broadcast']],
];

/** @param {string[]} files that changed @returns {string[]} browser tests that run too */
export function e2eFilesFor(files) {
  const code = files.filter(
    (file) => /\.(tsx?|css|proto)$|\/src\/.*\.js$/.test(file) && !/\.(test|spec)\.tsx?$/.test(file),
  );
  const names = drivenBy.filter(([pattern]) => code.some((file) => pattern.test(file))).flatMap(([, specs]) => specs);
  return [...new Set(names)].map((name) => `e2e/specs/${name}.spec.ts`);
}
