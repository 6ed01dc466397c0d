/**
 * Cycles of folders: `a -> b` means that a file of folder `a` imports one of folder `b` beside it. Files have no cycles
 * (`no-cycles` of .dependency-cruiser.mjs), and folders may have them all the same: `a/1 -> b/2` with `b/3 -> a/4`.
 *
 * Compared are folders that lie side by side under the `src` of a workspace or under a folder of it. A file beside
 * folders belongs to none of them: `app.module.ts` and `config.ts` put features together, and features may use them.
 * Tests and their fixtures may import what they like.
 */

/**
 * @typedef {[from: string, to: string]} Import paths from the root of the checkout
 * @typedef {Map<string, Map<string, Import>>} Graph from folder to folder, with the first import
 */

/** @param {string} path */
const isExempt = (path) => /\.(test|spec|fixture)\.|\/src\/gen\//.test(path);

/**
 * @param {Iterable<Import>} imports
 * @returns {Map<string, Graph>} by the folder around them
 */
function graphsOf(imports) {
  /** @type {Map<string, Graph>} */
  const graphs = new Map();
  for (const [from, to] of imports) {
    const edge = isExempt(from) ? undefined : edgeOf(from, to);
    if (!edge) continue;
    const graph = graphs.get(edge.around) ?? new Map();
    const targets = graph.get(edge.from) ?? new Map();
    if (!targets.has(edge.to)) targets.set(edge.to, [from, to]);
    graphs.set(edge.around, graph.set(edge.from, targets));
  }
  return graphs;
}

/**
 * The folders side by side that hold two files; undefined where one of the files lies beside them.
 * @param {string} from
 * @param {string} to
 */
function edgeOf(from, to) {
  const source = from.split('/').slice(0, -1);
  const target = to.split('/').slice(0, -1);
  const depth = source.findIndex((part, index) => part !== target[index]);
  const around = source.slice(0, depth);
  const [inSource, inTarget] = [source[depth], target[depth]];
  if (inSource === undefined || inTarget === undefined || !around.includes('src')) return undefined;
  return { around: around.join('/'), from: inSource, to: inTarget };
}

/**
 * The shortest way between two folders; undefined when there is none.
 * @param {Graph} graph
 * @param {string} from
 * @param {string} to
 */
function wayBetween(graph, from, to) {
  /** @type {Map<string, string | undefined>} */
  const cameFrom = new Map([[from, undefined]]);
  for (const folder of cameFrom.keys()) {
    for (const next of graph.get(folder)?.keys() ?? []) if (!cameFrom.has(next)) cameFrom.set(next, folder);
  }
  if (!cameFrom.has(to)) return undefined;
  const way = [];
  for (let folder = /** @type {string | undefined} */ (to); folder !== undefined; folder = cameFrom.get(folder)) {
    way.unshift(folder);
  }
  return way;
}

/**
 * Says which imports between folders close a cycle.
 *
 * @param {Iterable<Import>} imports
 * @returns {string[]} sentences
 */
export function folderCycles(imports) {
  const sentences = [];
  for (const [around, graph] of graphsOf(imports)) {
    for (const [from, targets] of graph) {
      for (const [to, [importing, imported]] of targets) {
        const wayBack = wayBetween(graph, to, from);
        if (!wayBack) continue;
        sentences.push(
          `${around}: ${[from, ...wayBack].join(' -> ')} is a cycle of folders, as ${importing} imports ${imported}. ` +
            'Move what both need into one of them, or into a third.',
        );
      }
    }
  }
  return sentences.sort();
}
