import { grouped, type UsageSums } from '@polylogue/api-contract';
import { money } from '@polylogue/web-kit';
import { Figure, Figures } from '../panel/figure.js';
import { formatCost } from './usage.rules.js';

/** The sums of all that is shown. */
export function UsageFigures({ total }: { total: UsageSums }) {
  const { calls, failures, inputTokens, outputTokens, uncountedCalls, unpricedCalls, cost } = total;
  const { cachedTokens, reasoningTokens } = total;
  return (
    <Figures>
      <Figure label="Cost" value={formatCost(total)} below={formatSources(cost)} />
      <Figure label="Calls" value={grouped(calls)} below={`${grouped(failures)} failed`} />
      <Figure
        label="Tokens"
        value={grouped(inputTokens + outputTokens)}
        below={[
          `${grouped(inputTokens)} in, ${grouped(outputTokens)} out`,
          ...(cachedTokens > 0 ? [`${grouped(cachedTokens)} cached`] : []),
          ...(reasoningTokens > 0 ? [`${grouped(reasoningTokens)} reasoning`] : []),
        ].join('; ')}
      />
      <Figure
        label="Cost unknown"
        value={grouped(unpricedCalls)}
        below={`calls, in no sum${uncountedCalls > 0 ? `; ${grouped(uncountedCalls)} without tokens` : ''}`}
      />
    </Figures>
  );
}

function formatSources({ reported, estimated, currency }: UsageSums['cost']): string {
  if (reported > 0 && estimated > 0) {
    return `${money(reported, currency)} by providers, ${money(estimated, currency)} estimated`;
  }
  if (estimated > 0) return 'estimated by the price list';
  return reported > 0 ? 'as providers said' : '';
}
