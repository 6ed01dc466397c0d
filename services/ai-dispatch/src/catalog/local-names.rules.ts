import { createHash } from 'node:crypto';
import { groupBy } from '@polylogue/service-kit';

const maxLength = 63;
const digestLength = 8;

/**
 * The names of the services that a program's models become. Where several models would have one name, it stays with the
 * model that is known by it, else it is the first's; the others end with a digest of their own.
 */
export function localNames(
  program: string,
  models: readonly string[],
  known: ReadonlyMap<string, string>,
): Map<string, string> {
  const sharing = groupBy(models.toSorted(), (model) => slugOf(`${program}-${model}`));
  const named = [...sharing].flatMap(([slug, alike]) => {
    const owner = alike.find((model) => model === known.get(slug)) ?? alike[0];
    return alike.map((model) => [model, model === owner ? slug : withDigest(slug, model)] as const);
  });
  return new Map(named);
}

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, maxLength);

function withDigest(slug: string, model: string): string {
  const digest = createHash('sha256').update(model).digest('hex').slice(0, digestLength);
  return `${slug.slice(0, maxLength - digestLength - 1)}-${digest}`;
}
