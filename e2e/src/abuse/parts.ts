import { playCanaries } from './canaries/canaries.js';
import { playCrossSite } from './cross-site/cross-site.js';
import { playDrawers } from './drawers/drawers.js';
import { playFloods } from './floods/floods.js';
import { playFuzz } from './fuzz/fuzz.js';
import { playOwnership } from './ownership/ownership.js';
import type { Part } from './part.js';
import { playReplies } from './replies/replies.js';
import { playUploads } from './uploads/uploads.js';

/** The parts of `npm run abuse`, in the order in which they are played: what fills the product comes last. */
export const parts: Readonly<Record<string, { title: string; play: Part }>> = {
  ownership: { title: 'Who may', play: playOwnership },
  canaries: { title: 'What must not be found', play: playCanaries },
  'cross-site': { title: 'Pages of other sites', play: playCrossSite },
  replies: { title: 'Replies and names that mean ill', play: playReplies },
  drawers: { title: 'The same in drawers, and what services say of them', play: playDrawers },
  uploads: { title: 'Hostile files', play: playUploads },
  floods: { title: 'Floods', play: playFloods },
  fuzz: { title: 'Values of every schema', play: playFuzz },
};
