import { grouped, type QualityAssessment } from '@polylogue/api-contract';

/** What a judge was not sent of its matter: “Judged on the first 20,000 of 45,000 characters of the reply.” */
export function cutText({ cuts = [] }: QualityAssessment): string | undefined {
  const sentences = cuts.map(({ part, sent, of }) => {
    const [some, all] = [grouped(sent), grouped(of)];
    if (part === 'earlier') return `with the last ${some} of ${all} earlier turns`;
    if (part === 'sources') return `with ${some} of ${all} sources`;
    return `on the first ${some} of ${all} characters of the ${part}`;
  });
  return sentences.length > 0 ? `Judged ${sentences.join(', ')}.` : undefined;
}
