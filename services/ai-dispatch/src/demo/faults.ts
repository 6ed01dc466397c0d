import { z } from 'zod';

/** What a test can make the demo do instead of replying. */
export const faultNames = [
  'hang',
  'cut',
  'malformed',
  'silent-end',
  'flood',
  'html',
  'redirect',
  '401',
  '429',
  '500',
] as const;
export type FaultName = (typeof faultNames)[number];

const faultOrder = z.object({
  /** A model, or `*` for all. */
  model: z.string().min(1),
  fault: z.enum(faultNames),
  times: z.number().int().min(1).max(10_000).default(1),
  /** For 429: the Retry-After header, in seconds. */
  retryAfter: z.number().nonnegative().optional(),
});

export type FaultOrder = z.output<typeof faultOrder>;

/** The fault switch: orders wait per model and are used up one request at a time. */
export class Faults {
  private orders: FaultOrder[] = [];

  /** Takes an order; says what is wrong with one it does not understand. */
  order(body: unknown): string | undefined {
    const { data, error } = faultOrder.safeParse(body);
    if (error) return z.prettifyError(error);
    this.orders.push(data);
    return undefined;
  }

  next(model: string): FaultOrder | undefined {
    const order = this.orders.find((each) => each.model === model || each.model === '*');
    if (order && --order.times === 0) this.orders = this.orders.filter((each) => each !== order);
    return order;
  }

  clear(): void {
    this.orders = [];
  }

  get waiting(): readonly FaultOrder[] {
    return this.orders;
  }
}
