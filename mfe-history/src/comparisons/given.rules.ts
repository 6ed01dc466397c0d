import { changeComparison, type BodyOf } from '@polylogue/api-contract';

/** What the server would say against a title or tags, in its words. */
export const faultOf = (given: BodyOf<typeof changeComparison>): string | undefined =>
  changeComparison.body!.safeParse(given).error?.issues[0]?.message;
