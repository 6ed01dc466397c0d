import type { MergedAnswer } from '@polylogue/api-contract';
import { useState } from 'react';
import { ApiError } from '../api/api-error.js';
import { QueryState } from '../components/query-state.js';
import type { AnswerProps } from './answer-props.js';
import { AnswerVersion } from './answer-version.js';
import styles from './answer.module.css';
import { useAnswers, useStartAnswer, type AnswerWish } from './answers.api.js';
import { answerFigures, answerTitle, versionLabel, writerOf } from './answers.rules.js';
import { BeginAnswer } from './begin-answer.js';

const failed = { title: 'The answers written from this map could not be loaded.' };

/** One answer from the proven claims of a map: a first version, and all further ones. */
export default function MergedAnswers(props: AnswerProps) {
  const { map, isNewest, services } = props;
  const { answers, isLoading, error, refetch } = useAnswers(map.id);
  const { start, isStarting } = useStartAnswer(map.id);
  const [chosen, setChosen] = useState<string>();
  const newest = answers.at(-1);
  const answer = answers.find(({ id }) => id === chosen) ?? newest;
  // A server that does not know them yet, or a map that was deleted elsewhere.
  if (isLoading || (error instanceof ApiError && error.status === 404)) return null;
  if (error) return <QueryState query={{ isPending: isLoading, error, refetch }} failed={failed} isInCard />;
  const begin = (wish: AnswerWish) => {
    setChosen(undefined);
    start(wish);
  };
  const idOf = (version: number | undefined) => answers.find((each) => each.version === version)?.id;
  const writerAI = answer && writerOf(answer, map, services);
  return (
    <div className={styles.answers}>
      <p role="status" className="pl-only-read">
        {newest?.status === 'pending' && 'Writing one answer'}
        {newest?.status === 'completed' && `${answerTitle(newest)}: ${answerFigures(newest)}`}
      </p>
      {!answer && (
        <BeginAnswer
          map={map}
          isNewest={isNewest}
          services={services}
          isStarting={isStarting}
          onBegin={(writer) => begin({ writerAI: writer })}
        />
      )}
      {answer && answers.length > 1 && <Versions answers={answers} shown={answer.id} onChoose={setChosen} />}
      {answer && (
        <AnswerVersion
          {...props}
          key={answer.id}
          answer={answer}
          isBusy={isStarting || answers.some(({ status }) => status === 'pending')}
          rewritten={{ writerAI, basedOn: answer.id }}
          again={{ writerAI, steering: answer.steering, basedOn: idOf(answer.basedOn) }}
          onBegin={begin}
        />
      )}
    </div>
  );
}

interface VersionsProps {
  answers: readonly MergedAnswer[];
  shown: string;
  onChoose: (id: string) => void;
}

function Versions({ answers, shown, onChoose }: VersionsProps) {
  return (
    <label className={styles.versions}>
      <span>Version</span>
      <select className="pl-control" value={shown} onChange={({ target }) => onChoose(target.value)}>
        {answers.map((each) => (
          <option key={each.id} value={each.id}>
            {versionLabel(each)}
          </option>
        ))}
      </select>
    </label>
  );
}
