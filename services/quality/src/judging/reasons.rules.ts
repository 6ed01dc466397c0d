/** Why a broadcast is not judged, for the user who looks for its scores. */
export const skipReasons = {
  off: 'Judging is switched off on this installation.',
  manual: 'Judges that cost money wait to be asked. Run the assessment to ask them.',
  sampling: 'This message is not in the share that is judged by itself. Run the assessment to have it judged.',
  unapproved: 'The account is not approved, so nothing is spent for it.',
  overBudget: 'The budget for today is used up, so nothing is spent on judges. Run the assessment again tomorrow.',
  tooFew: 'Fewer than two services gave a whole reply, so there is nobody to compare.',
  blind: 'This round is blind until its owner votes. Run the assessment afterwards.',
  noJudges: 'None of the services that may judge gave one of these replies. An administrator chooses who may.',
  gone: 'The replies are no longer there.',
  late: 'The services needed for judging could not be reached for a day. Run the assessment to try again.',
  cancelled: 'You stopped it before a judge had answered. Run the assessment to have it judged.',
  budget: (max: number) =>
    `This would pass the limit of ${max} calls to judges in 24 hours. Run the assessment again tomorrow.`,
};

/** Why a judge gave no verdict. */
export const noVerdict = {
  unreadable: "The judge's answer could not be read, also when asked again. Run the assessment to ask it once more.",
  tooLong: 'The judge answered far more than was asked.',
  abandoned: 'The judge was interrupted too often.',
  rubricGone: 'The rubric is no longer there.',
  judgeGone: 'The judge is no longer offered.',
  unapproved: 'The account is no longer approved, so nothing is spent for it.',
  cancelled: 'You stopped it before this judge had answered. Run the assessment to ask it.',
};

/** The code of a pair that its user cancelled. */
export const cancelledCode = 'cancelled';

/** Whether ai-dispatch left the judge alone without calling it. */
export const isRefusedUnasked = (code: string | undefined): boolean => code === 'breaker_open';
