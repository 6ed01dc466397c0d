interface OfPair {
  broadcastId: string;
  assessorService: string;
  targetService: string;
  rubricVersion: string;
}

/**
 * Of each broadcast what its present rubric said, so that no two rubrics stand side by side; where it has said nothing
 * yet, the latest of each pair. `begun`: by broadcast the present rubrics that have said something, of whatever reply of it.
 * `ended`: the latest first.
 */
export function presentOf<T extends OfPair>(ended: readonly T[], begun: ReadonlyMap<string, string>): T[] {
  const latest = new Map<string, T>();
  for (const each of ended) {
    const present = begun.get(each.broadcastId);
    if (present !== undefined && present !== each.rubricVersion) continue;
    const pair = [each.broadcastId, each.assessorService, each.targetService].join(' ');
    if (!latest.has(pair)) latest.set(pair, each);
  }
  return [...latest.values()];
}
