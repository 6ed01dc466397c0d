/** The entry for screens on which the replies of a round are voted on; loaded with the first such round. */
export { VoteBar, type VoteBarProps } from './votes/vote-bar.js';
