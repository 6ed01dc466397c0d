/** What keeps something new from being made, in a sentence that says what to do. */
export class Refusal extends Error {}

/**
 * @param {unknown} reason refuses when there is something to say
 * @param {string} sentence
 */
export function refuseWhen(reason, sentence) {
  if (reason) throw new Refusal(sentence);
}
