/**
 * Today's imports between folders that are part of a cycle, by the folder around them. `npm run deps` lets none be added,
 * and asks for what is no longer needed to be removed.
 * @type {import('./folder-cycles.js').FolderEdges}
 */
export const foldersInCycles = {};
