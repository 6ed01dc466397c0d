import { paths } from '@polylogue/web-kit';

/** One micro-frontend: its federation name, what users call it, where it is mounted. */
export interface SliceRow {
  name: string;
  title: string;
  prefix: string;
}

/** The shell owns the prefixes; a slice never knows where it is mounted. */
export const slices: readonly SliceRow[] = [
  { name: 'mfe_dashboard', title: 'Dashboard', prefix: paths.dashboard.path },
  { name: 'mfe_history', title: 'History', prefix: paths.history.path },
  { name: 'mfe_aichat', title: 'AI Chat', prefix: paths.aiChat.path },
  { name: 'mfe_quality', title: 'Quality Assessment', prefix: paths.qualityAssessment.path },
  { name: 'mfe_saved_queries', title: 'Saved Queries', prefix: paths.savedQueries.path },
  { name: 'mfe_admin', title: 'Settings', prefix: paths.admin.path },
];

/** The slice whose screen stands at an address. */
export const sliceAt = (pathname: string): SliceRow | undefined =>
  slices.find(({ prefix }) => (prefix === '/' ? pathname === '/' : pathname.startsWith(prefix)));
