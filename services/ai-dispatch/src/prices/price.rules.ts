import type { TokenUsage } from '../providers/provider.js';
import { knownPrices, type ListedPrice } from './known-prices.js';
import { costOfTokens, toMicros, type Micros, type TokenPrice } from './micros.rules.js';

/** A price and what it is for; whatever is absent may be anything. */
export interface PriceRow {
  service?: string | undefined;
  host?: string | undefined;
  model?: string | undefined;
  price: TokenPrice;
}

/** The service of a call, as far as the price depends on it. */
export interface Priced {
  name: string;
  model: string;
  baseUrl: string;
  demo: boolean;
}

/** The built-in list as rows. */
export const knownRows: readonly PriceRow[] = knownPrices.lists.flatMap(({ host, models }) =>
  Object.entries(models).map(([model, listed]) => ({ host, model, price: toPrice(listed) })),
);

function toPrice({ input, output }: ListedPrice): TokenPrice {
  const [perInput, perOutput] = [toMicros(input), toMicros(output)];
  if (perInput === undefined || perOutput === undefined) throw new Error(`${input} or ${output} is no price.`);
  return { input: perInput, output: perOutput };
}

/** The first row that fits, the most specific of an operator's before the built-in list; undefined without a price. */
export function findPrice(service: Priced, operators: readonly PriceRow[]): TokenPrice | undefined {
  // A demo is no model and is never billed: there is nothing to estimate.
  if (service.demo) return undefined;
  const own = operators.filter((row) => fits(row, service)).sort((a, b) => exactness(b) - exactness(a))[0];
  return (own ?? knownRows.find((row) => fits(row, service)))?.price;
}

function fits({ service: name, host, model }: PriceRow, service: Priced): boolean {
  if (name !== undefined && name !== service.name) return false;
  if (host !== undefined && host !== hostOf(service.baseUrl)) return false;
  return model === undefined || model === service.model || model === withoutDate(service.model);
}

const exactness = ({ service, host, model }: PriceRow) =>
  (service === undefined ? 0 : 4) + (model === undefined ? 0 : 2) + (host === undefined ? 0 : 1);

function hostOf(baseUrl: string): string | undefined {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : undefined;
}

/** `claude-haiku-4-5-20251001` and `gpt-5-2025-08-07` are dated copies of one model at one price. */
const withoutDate = (model: string) => model.replace(/-20\d{2}-?\d{2}-?\d{2}$/, '');

export interface CallCost {
  micros: Micros;
  source: 'provider' | 'estimate';
}

/** What the provider says, else what the price list makes of the tokens it counted, else unknown, which is not 0. */
export function costOfCall(
  reported: Micros | undefined,
  usage: TokenUsage | undefined,
  price: TokenPrice | undefined,
): CallCost | undefined {
  if (reported !== undefined) return { micros: reported, source: 'provider' };
  const { inputTokens, outputTokens } = usage ?? {};
  if (price === undefined || inputTokens === undefined || outputTokens === undefined) return undefined;
  return { micros: costOfTokens(price, inputTokens, outputTokens), source: 'estimate' };
}
