import { grouped, type Generation, type Message } from '@polylogue/api-contract';
import { estimateFigure, modelOf } from './generation.rules.js';
import styles from './generation.module.css';

interface GenerationDetailsProps extends Pick<Message, 'usage' | 'cost'> {
  /** Absent: nothing was recorded. */
  generation: Generation | undefined;
}

/** How a text was generated: which model, asked how, for how much. */
export function GenerationDetails({ generation, usage, cost }: GenerationDetailsProps) {
  const rows = rowsOf({ generation, usage, cost });
  return (
    <dl className={styles.details}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function rowsOf({ generation, usage, cost }: GenerationDetailsProps): [string, string][] {
  const count = (value: number | null | undefined) => (value == null ? undefined : grouped(value));
  const tokens = (value: number | undefined) =>
    value === undefined ? undefined : `${count(value)} ${value === 1 ? 'token' : 'tokens'}`;
  const rows: [string, string | undefined][] = [
    ['Service', generation?.service.displayName],
    ['Model', modelOf(generation)],
    ['Answered by', generation?.responseModel],
    ['Temperature', generation && (generation.settings.temperature?.toString() ?? "the provider's default")],
    ['Reasoning effort', generation?.settings.reasoningEffort],
    ['Longest answer', tokens(generation?.settings.maxOutputTokens)],
    ['Web search', generation?.settings.webSearch ? 'yes' : undefined],
    ['Instructions', generation?.settings.systemPrompt],
    ['Answer schema', generation?.settings.answerSchema ? 'yes' : undefined],
    ['Not applied', generation?.warnings?.join(' ')],
    ['Tokens in', count(usage?.input)],
    ['of them cached', count(usage?.cached)],
    ['Tokens out', count(usage?.output)],
    ['of them reasoning', count(usage?.reasoning)],
    ['Estimated', estimateFigure(generation, cost)],
    [
      'Cost',
      cost && `${cost.amount} ${cost.currency}, ${cost.source === 'provider' ? 'as the provider says' : 'estimated'}`,
    ],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== undefined && row[1] !== '');
}
