import type { AgreementCell, AgreementMap, AiService } from '@polylogue/api-contract';
import { Button } from 'antd';
import { useState } from 'react';
import { ApiError } from '../api/api-error.js';
import { Field } from '../components/field.js';
import type { Accent } from '../theme/accent.rules.js';
import { extractorsOf } from './agreement.rules.js';
import { AnswerVersion } from './answer-version.js';
import styles from './answer.module.css';
import { useAnswers, useStartAnswer } from './answers.api.js';
import { answerFigures, answerTitle, versionLabel } from './answers.rules.js';

export interface MergedAnswersProps {
  /** A completed one. */
  map: AgreementMap;
  services: readonly AiService[];
  accents: ReadonlyMap<string, Accent>;
  /** Shows the passage of a cell. */
  onShow: (cell: AgreementCell) => void;
}

/** One answer from the proven claims of a map: a first version, and all further ones. */
export default function MergedAnswers({ map, services, accents, onShow }: MergedAnswersProps) {
  const { answers, isLoading, error, refetch } = useAnswers(map.id);
  const { start, isStarting } = useStartAnswer(map.id);
  const [writer, setWriter] = useState('');
  const [chosen, setChosen] = useState<string>();
  const newest = answers.at(-1);
  const answer = answers.find(({ id }) => id === chosen) ?? newest;
  const isBusy = isStarting || answers.some(({ status }) => status === 'pending');
  // A server that does not know them yet, or a map that was deleted elsewhere.
  if (isLoading || (error instanceof ApiError && error.status === 404)) return null;
  if (error) {
    return (
      <p className={styles.line}>
        The answers written from this map could not be loaded.
        <Button size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  const begin = (steering?: string, basedOn?: string) => {
    setChosen(undefined);
    start({ writerAI: writer || undefined, steering, basedOn });
  };
  return (
    <div className={styles.answers}>
      <p role="status" className="pl-only-read">
        {newest?.status === 'pending' && 'Writing one answer'}
        {newest?.status === 'completed' && `${answerTitle(newest)}: ${answerFigures(newest)}`}
      </p>
      {!answer && (
        <form
          className={styles.begin}
          onSubmit={(event) => {
            event.preventDefault();
            if (!isBusy) begin();
          }}
        >
          <Field
            label="Written by"
            help="From the proven claims alone. Each sentence names the replies behind it; what is disputed stays disputed."
          >
            {(control) => (
              <select {...control} value={writer} onChange={({ target }) => setWriter(target.value)}>
                <option value="">{map.extractor.displayName}, who found the claims</option>
                {extractorsOf(services)
                  .filter(({ name }) => name !== map.extractor.name)
                  .map(({ name, displayName }) => (
                    <option key={name} value={name}>
                      {displayName}
                    </option>
                  ))}
              </select>
            )}
          </Field>
          <Button htmlType="submit" disabled={isBusy}>
            {isStarting ? 'Starting…' : 'Write one answer'}
          </Button>
        </form>
      )}
      {answers.length > 1 && answer && (
        <label className={styles.versions}>
          <span>Version</span>
          <select className="pl-control" value={answer.id} onChange={({ target }) => setChosen(target.value)}>
            {answers.map((each) => (
              <option key={each.id} value={each.id}>
                {versionLabel(each)}
              </option>
            ))}
          </select>
        </label>
      )}
      {answer && (
        <AnswerVersion
          key={answer.id}
          answer={answer}
          map={map}
          services={services}
          accents={accents}
          onShow={onShow}
          isBusy={isBusy}
          onRewrite={(steering) => begin(steering, answer.id)}
          onRetry={() => begin(answer.steering)}
        />
      )}
    </div>
  );
}
