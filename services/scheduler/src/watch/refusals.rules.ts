/** How answers begin that give none. Apostrophes are folded before. */
const refusal =
  /^(i'?m sorry|sorry|i apologi[sz]e|unfortunately)?[,.;:\s]*(but\s+)?(as an ai[^,.]*,\s*)?(i|we)\s*('m| am)?\s*(can ?not|can't|could not|couldn't|unable to|not able to|won't|will not|must decline)/i;
const maxLength = 1_200;

/** Whether an answer refuses: it begins like a refusal, and is no longer than one. */
export const isRefusal = (text: string): boolean =>
  text.length <= maxLength && refusal.test(text.trim().replaceAll('’', "'"));
