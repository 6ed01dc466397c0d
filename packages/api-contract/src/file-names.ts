/** The product in the names of files and of packages. */
export const shortName = 'polylogue';

/**
 * The file of a list: `polylogue-conversations-2025-07-10.md`. What has an id of its own is named by that instead.
 *
 * @param days the day of the export, or the days it is about
 */
export const exportFileName = (what: string, days: string, format: string): string =>
  `${shortName}-${what}-${days}.${format}`;
