interface OfPair {
  broadcastId: string;
  assessorService: string;
  targetService: string;
  rubricVersion: string;
}

/**
 * Of each broadcast what its present rubric said, so that no two rubrics stand side by side; where it has said nothing
 * yet, the latest of each pair. `ended`: the latest first.
 */
export function presentOf<T extends OfPair>(ended: readonly T[], versions: ReadonlyMap<string, string>): T[] {
  const isPresent = ({ broadcastId, rubricVersion }: T) => versions.get(broadcastId) === rubricVersion;
  const begun = new Set(ended.filter(isPresent).map(({ broadcastId }) => broadcastId));
  const latest = new Map<string, T>();
  for (const each of ended) {
    if (begun.has(each.broadcastId) && !isPresent(each)) continue;
    const pair = [each.broadcastId, each.assessorService, each.targetService].join(' ');
    if (!latest.has(pair)) latest.set(pair, each);
  }
  return [...latest.values()];
}
