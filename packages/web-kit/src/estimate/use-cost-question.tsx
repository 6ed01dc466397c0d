import type { CostRange, Estimate } from '@polylogue/api-contract';
import { useCallback, useState, type ReactNode } from 'react';
import { CostQuestion } from './cost-question.js';
import { mustAsk } from './estimate.rules.js';

/** What something would cost, and above which amount the user wants to be asked; null: never. */
export interface ExpectedCost {
  estimate: Pick<Estimate, 'cost'>;
  askAbove: number | null;
}

/** A question about a price, with what is done when the answer is yes. */
export interface PriceQuestion {
  /** Does it at once, or asks first where it may cost more than the user wants to spend unasked. */
  ask: (expected: ExpectedCost | undefined, go: () => void) => void;
  /** The question, while it is asked. */
  question: ReactNode;
}

/** @param label what is about to be done, as its button says */
export function useCostQuestion(label?: string): PriceQuestion {
  const [asked, setAsked] = useState<{ cost: CostRange; go: () => void }>();
  const ask = useCallback((expected: ExpectedCost | undefined, go: () => void) => {
    const cost = expected && mustAsk(expected.estimate, expected.askAbove) ? expected.estimate.cost : null;
    if (cost) setAsked({ cost, go });
    else go();
  }, []);
  const onAnswer = (isAgreed: boolean) => {
    setAsked(undefined);
    if (isAgreed) asked?.go();
  };
  return { ask, question: asked && <CostQuestion cost={asked.cost} deed={label} onAnswer={onAnswer} /> };
}
