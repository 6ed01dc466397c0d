/** Whose replies were pinned most often; none where two are even. */
export function winnerOf<One extends { pins: number }>(conversations: readonly One[]): One | undefined {
  const most = Math.max(0, ...conversations.map(({ pins }) => pins));
  const best = conversations.filter(({ pins }) => pins === most);
  return most > 0 && best.length === 1 ? best[0] : undefined;
}

/** A sum of money, with as many digits as it takes to see it. */
export const money = (amount: number): string =>
  `$${amount.toLocaleString('en-US', amount >= 0.1 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumSignificantDigits: 2 })}`;
