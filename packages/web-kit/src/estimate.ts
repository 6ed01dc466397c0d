/** The entry for screens that say what something would cost before it is done, and ask first where it may cost much. */
export { bytesIn } from './estimate/bytes-in.js';
export { CostQuestion } from './estimate/cost-question.js';
export { expectedOf, useEstimate } from './estimate/estimate.api.js';
export { costFigure, counted, durationOf, mustAsk, questionOf } from './estimate/estimate.rules.js';
export { useJudgingPrice } from './estimate/judging-price.js';
export { requestOf, type EstimateRequest, type FileContent } from './estimate/estimate-request.rules.js';
export { PriceBefore, usePriceBefore, type PriceOptions } from './estimate/price-before.js';
export { CostQuestionProvider, useSendAffordable } from './estimate/send-affordable.js';
export { useCostQuestion, type ExpectedCost, type PriceQuestion } from './estimate/use-cost-question.js';
export { useSettled } from './components/use-settled.js';
