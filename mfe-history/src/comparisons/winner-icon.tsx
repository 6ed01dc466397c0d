import { Award, Pin } from 'lucide-react';
import type { Winner } from './winner.rules.js';

export const scoreMeaning = 'Mean overall score of its replies, as the other services judged them';

/** Why a service won. */
export const WinnerIcon = ({ by }: Pick<Winner<{ pins: number }>, 'by'>) =>
  by === 'pins' ? <Pin aria-label="pinned most often" /> : <Award aria-label="judged best" />;
