import type { Judging } from '@polylogue/api-contract';

const names = new Intl.ListFormat('en', { type: 'conjunction' });

/** One notice for all that is not judged; those with one reason are named together. */
export function gapsText(gaps: Judging['gaps'], nameOf: (service: string) => string): string {
  const reasons = [...new Set(gaps.map(({ reason }) => reason))];
  return reasons
    .map((reason) => {
      const services = gaps.filter((gap) => gap.reason === reason).map(({ aiService }) => nameOf(aiService));
      return `${names.format(services)} ${services.length === 1 ? 'is' : 'are'} not judged. ${reason}`;
    })
    .join(' ');
}
