import { pathOf } from '@polylogue/api-contract';

const at = <const Path extends string>(path: Path) => ({ path, href: () => path });
const atId = <const Path extends string>(path: Path) => ({
  path,
  href: (id: string | number) => pathOf(path.replace(':id', '{id}'), { id }),
});

/** Every screen: the route's `path`, and `href()` for a link to it from another slice. */
export const paths = {
  dashboard: at('/'),
  history: at('/history'),
  comparison: atId('/history/:id'),
  roundShares: at('/history/shared'),
  sharedRound: atId('/history/shared/:id'),
  aiChat: at('/ai-chat'),
  qualityAssessment: at('/quality-assessment'),
  savedQueries: at('/saved-queries'),
  newSavedQuery: at('/saved-queries/new'),
  editSavedQuery: atId('/saved-queries/:id/edit'),
  savedQueryResults: atId('/saved-queries/:id/results'),
  admin: at('/admin'),
} as const;

/** Sign-in, which leads back to `returnTo`, a path of this origin. */
export const loginHref = (returnTo?: string): string =>
  returnTo === undefined || returnTo === '/' ? '/api/login' : `/api/login?returnTo=${encodeURIComponent(returnTo)}`;
