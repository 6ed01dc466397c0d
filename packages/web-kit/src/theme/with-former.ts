/** Replies of services and variants that are no longer offered keep their name and colour. */
export const withFormer = { query: { former: 'true', variants: 'true' } } as const;

/** The cache key of that list: what `keyOf` makes of its route, which is not named here because its contract brings zod. */
export const withFormerKey = ['/api/ai-services', withFormer] as const;
