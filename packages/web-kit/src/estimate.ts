// What a message would cost, and the question before one that may cost much. For slices that send messages.
export { CostQuestionProvider, useSendAffordable } from './estimate/cost-question.js';
export { useEstimate, useSettled } from './estimate/estimate.api.js';
export { requestOf, type EstimateRequest, type FileContent } from './estimate/estimate-request.rules.js';
