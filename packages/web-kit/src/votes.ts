/** The entry for screens on which the replies of a round are voted on; loaded with the first such round. */
export { Ballot } from './votes/ballot.js';
export { RevealBar, Revealing } from './votes/revealing.js';
export { ballotOf, emptyBallot } from './votes/vote.rules.js';
export { CastVote, VoteBar, type VoteBarProps } from './votes/vote-bar.js';
