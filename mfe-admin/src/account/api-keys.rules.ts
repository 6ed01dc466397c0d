import { dailyBudget, type BodyOf, type createApiKey, type KeyScope } from '@polylogue/api-contract';

/** What each scope allows, as the form labels it. */
export const scopeLabels: Readonly<Record<KeyScope, string>> = {
  read: 'Read conversations, comparisons and saved queries',
  send: 'Send messages',
  schedules: 'Change and run saved queries',
};

/** How long a new key can be good, in days; 0 is for good. */
export const lifetimes = [
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: 'One year' },
  { days: 0, label: 'No expiry' },
] as const;

/** A key that is being described. */
export interface KeyForm {
  name: string;
  scopes: readonly KeyScope[];
  /** Only these services; undefined: all of them. */
  aiServices: readonly string[] | undefined;
  /** Dollars, as they are typed; empty for no budget of its own. */
  budget: string;
  days: number;
}

export const emptyForm: KeyForm = {
  name: '',
  scopes: ['read', 'send'],
  aiServices: undefined,
  budget: '',
  days: lifetimes[1].days,
};

/** What is wrong beside a field; a name and a scope are asked for by the button that stays off. */
export function faultsOf({ aiServices, budget }: KeyForm): { aiServices?: string; budget?: string } {
  const found = budget.trim() === '' ? undefined : dailyBudget.safeParse(Number(budget)).error;
  return {
    ...(aiServices?.length === 0 && { aiServices: 'Choose at least one AI service, or allow all of them.' }),
    ...(found && { budget: found.issues[0]!.message }),
  };
}

export function bodyOf({ name, scopes, aiServices, budget, days }: KeyForm, now: number): BodyOf<typeof createApiKey> {
  return {
    name,
    scopes: [...scopes],
    aiServices: aiServices ? [...aiServices] : null,
    dailyBudget: budget.trim() === '' ? null : Number(budget),
    expiresAt: expiryAfter(days, now),
  };
}

/** When a key that is made now expires; null is never. */
export function expiryAfter(days: number, now: number): string | null {
  return days === 0 ? null : new Date(now + days * 86_400_000).toISOString();
}
