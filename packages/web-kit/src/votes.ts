/** The entry for screens on which the replies of a round are voted on; loaded with the first such round. */
export { RevealBar, Revealing } from './votes/revealing.js';
export { VoteBar, type VoteBarProps } from './votes/vote-bar.js';
