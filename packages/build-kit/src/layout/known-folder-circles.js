/**
 * Today's imports between folders that are part of a circle, by the folder around them. `npm run deps` lets none be added,
 * and asks for what is no longer needed to be removed.
 * @type {import('./folder-circles.js').FolderEdges}
 */
export const foldersInCircles = {
  'mfe-admin/src': ['user-details -> users', 'users -> user-details'],
  'mfe-history/src': ['leaving -> list', 'list -> leaving', 'list -> reading', 'reading -> leaving', 'reading -> list'],
  'packages/web-kit/src': ['api -> session', 'components -> session', 'session -> api', 'session -> components'],
  'services/ai-dispatch/src': ['network -> providers', 'providers -> network'],
  'services/scheduler/src': ['executions -> saved-queries', 'saved-queries -> executions'],
};
