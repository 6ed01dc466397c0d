import type { AiService, Category } from '@polylogue/api-contract';

export type CategoryFilter = 'all' | Category;

export const categoryLabels: Readonly<Record<CategoryFilter, string>> = {
  all: 'All Categories',
  text: 'Text AI',
  image: 'Image AI',
  audio: 'Audio AI',
  video: 'Video AI',
};

/** 'all', then the distinct categories of the services, sorted. */
export function categoriesOf(services: readonly Pick<AiService, 'category'>[]): CategoryFilter[] {
  return ['all', ...[...new Set(services.map(({ category }) => category))].sort()];
}

export function inCategory<S extends Pick<AiService, 'category'>>(services: readonly S[], filter: CategoryFilter): S[] {
  return services.filter(({ category }) => filter === 'all' || category === filter);
}
