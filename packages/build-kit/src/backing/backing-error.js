/** Something the operator must put right before the project can start; the message says what. */
export class BackingError extends Error {
  /**
   * @param {'missing' | 'port_taken' | 'other_version' | 'unreachable' | 'failed' | 'locked'} reason
   * @param {string} sentence
   */
  constructor(reason, sentence) {
    super(sentence);
    this.name = 'BackingError';
    this.reason = reason;
    this.exitCode = 1;
  }
}
