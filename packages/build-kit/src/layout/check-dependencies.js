import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cruise, format } from 'dependency-cruiser';
import { folderCycles } from './folder-cycles.js';
import { microFrontends, servers } from '../slices.js';

const root = join(import.meta.dirname, '../../../..');
// By its address: it is checked with the configurations of the root, apart from this package.
/** @type {{ default: import('dependency-cruiser').IConfiguration }} */
const { default: config } = await import(pathToFileURL(join(root, '.dependency-cruiser.mjs')).href);

/** The rules of `.dependency-cruiser.mjs`, and the one that is computed here. */
export const rules = [...(config.forbidden ?? []).map(({ name }) => name), 'no-cycles-of-folders'];

/**
 * Holds folders against `.dependency-cruiser.mjs` and against cycles of folders, reading every file once.
 *
 * @param {string[]} folders
 * @param {{ baseDir?: string }} [options]
 * @returns {Promise<{ broken: string[], output: string, code: number }>} `broken`: the names of the broken rules
 */
export async function checkDependencies(folders, { baseDir = root } = {}) {
  const cruised = await cruise(folders, {
    ...config.options,
    baseDir,
    validate: true,
    ruleSet: { forbidden: config.forbidden ?? [] },
  });
  // Text comes only from reporters that make text.
  const result = /** @type {import('dependency-cruiser').ICruiseResult} */ (cruised.output);
  const { output, exitCode } = await format(result, { outputType: 'err' });
  const cycles = folderCycles(importsOf(result));
  const broken = result.summary.violations.map((violation) => violation.rule.name);
  return {
    broken: [...broken, ...cycles.map(() => 'no-cycles-of-folders')],
    output: [String(output).trimEnd(), ...cycles.map((sentence) => `  error ${sentence}`)].join('\n'),
    code: exitCode === 0 && cycles.length === 0 ? 0 : 1,
  };
}

/**
 * @param {import('dependency-cruiser').ICruiseResult} result
 * @returns {import('./folder-cycles.js').Import[]}
 */
function importsOf({ modules }) {
  return modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => /** @type {[string, string]} */ ([source, resolved])),
  );
}

if (process.argv[1] === import.meta.filename) {
  const { output, code } = await checkDependencies([
    'packages',
    'proto',
    'shell',
    'e2e',
    'bench',
    ...servers,
    ...microFrontends,
  ]);
  console.log(output);
  process.exitCode = code;
}
