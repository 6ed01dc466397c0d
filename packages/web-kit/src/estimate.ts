/** The entry for screens from which one sends: what it would cost, asked first where that may be much, and who is no longer offered. */
export { bytesIn } from './estimate/bytes-in.js';
export { CostQuestion } from './estimate/cost-question.js';
export { expectedOf, useEstimate } from './estimate/estimate.api.js';
export { EstimateLine } from './estimate/estimate-line.js';
export { costFigure, counted, durationOf, mustAsk, notesOf, priceLine, questionOf } from './estimate/estimate.rules.js';
export { requestOf, type EstimateRequest, type FileContent } from './estimate/estimate-request.rules.js';
export { CostQuestionProvider, useSendAffordable } from './estimate/send-affordable.js';
export { useCostQuestion, type ExpectedCost, type PriceQuestion } from './estimate/use-cost-question.js';
export { useSettled } from './components/use-settled.js';
export { noLongerOffered } from './former/former.rules.js';
export { useFormer } from './former/use-former.js';
