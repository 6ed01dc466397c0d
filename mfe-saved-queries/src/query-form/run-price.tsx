import type { AiService } from '@polylogue/api-contract';
import { useQuestionEstimate } from './question-estimate.api.js';
import type { QueryForm } from './query-form.rules.js';
import styles from './run-price.module.css';
import { maxPriceOf, whyUnjudged, runPriceOf } from './run-price.rules.js';

interface RunPriceProps {
  form: QueryForm;
  services: readonly AiService[];
}

/** What runs cost with all that they will pay for: answers, reading what they claim, and judges. */
export function RunPrice({ form, services }: RunPriceProps) {
  const isWatched = form.report === 'changes';
  const first = useRunEstimate(form, form.baselineRuns, true);
  const later = useRunEstimate(form, 1, isWatched);
  const maxPrice = later && maxPriceOf(later);
  const isReady = form.content.trim() !== '' && form.selectedAiServices.length > 0;
  const nameOf = (name: string) => services.find((each) => each.name === name)?.displayName ?? name;
  const unjudged = isReady && first && form.judged && whyUnjudged(first);
  return (
    <section className={`pl-card ${styles.section}`}>
      <h2>Price</h2>
      <div className={styles.price} role="status" aria-label="Estimate of a run">
        {isReady && first && !isWatched && <p>Each run: {runPriceOf(first)}.</p>}
        {isReady && first && isWatched && (
          <p>First run: {runPriceOf(first, { answers: form.baselineRuns, isRead: true, nameOf })}.</p>
        )}
        {isReady && later && isWatched && (
          <p>
            Later runs: {runPriceOf(later, { isRead: true, nameOf })}. A service that seems to have changed is asked up
            to five times more, and these answers are read as well
            {maxPrice && `: up to ≈ ${maxPrice} where every service does`}.
          </p>
        )}
        {unjudged && <p>{unjudged}</p>}
      </div>
    </section>
  );
}

function useRunEstimate({ report, watchExtractor, ...form }: QueryForm, answers: number, isWanted: boolean) {
  const reading = report === 'changes' ? { answers, extractor: watchExtractor || null } : undefined;
  const { content, selectedAiServices: aiServices, judged: isJudged, rubricId } = form;
  const question = { content, aiServices, isJudged, rubricId: rubricId || null, reading };
  return useQuestionEstimate(question, isWanted);
}
