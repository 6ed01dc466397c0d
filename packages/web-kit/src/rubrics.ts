/** The entry for screens on which replies are judged or summed up: a rubric, and the price beside the button. */
export { useJudgingPrice } from './estimate/judging-price.js';
export { PriceBefore, usePriceBefore, type PriceOptions, type PriceText } from './estimate/price-before.js';
export { RubricField, type RubricFieldProps } from './rubrics/rubric-field.js';
export { useRubrics } from './rubrics/rubrics.api.js';
