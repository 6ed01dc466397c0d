import { grouped, type ApiKey } from '@polylogue/api-contract';
import { money, when } from '@polylogue/web-kit';

/** When a key was used, and until when it can be. */
export function timesOf({ lastUsedAt, lastUsedAddress, expiresAt }: ApiKey): string {
  const used = lastUsedAt ? `Last used ${when(lastUsedAt)} from ${lastUsedAddress}` : 'Never used';
  return `${used} · ${expiresAt ? `expires ${when(expiresAt)}` : 'does not expire'}`;
}

/** What a key used today; undefined where that could not be read. */
export function usageOf({ today, dailyBudget }: ApiKey): string | undefined {
  const budget = dailyBudget === null ? '' : ` of ${money(dailyBudget)}`;
  if (!today) return dailyBudget === null ? undefined : `At most ${money(dailyBudget)} a day`;
  const calls = today.calls === 1 ? '1 call' : `${grouped(today.calls)} calls`;
  return `Today ${calls}, ${money(today.spent + today.reserved)}${budget}`;
}

/** The AI services that a key is limited to, as they are called; undefined: all of them. */
export function servicesOf(
  { aiServices }: ApiKey,
  services: readonly { name: string; displayName: string }[] = [],
): string | undefined {
  const labelOf = (name: string) => services.find((each) => each.name === name)?.displayName ?? name;
  return aiServices === null ? undefined : `Only ${aiServices.map(labelOf).join(', ')}`;
}
