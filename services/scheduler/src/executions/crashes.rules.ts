/** A run that crashes its process each time must not be begun for ever. */
const maxCrashes = 5;

/** How often a run was begun, this time included, and how often a process that lived on handed it over. */
export interface Begins {
  runs: number;
  handovers: number;
}

/**
 * Whether a run has crashed its process too often. A lease that lapsed on a busy machine, and a process that was stopped,
 * are handovers: they make a run late and count towards nothing.
 */
export function isGivenUp({ runs, handovers }: Begins): boolean {
  return runs - 1 - handovers >= maxCrashes;
}
