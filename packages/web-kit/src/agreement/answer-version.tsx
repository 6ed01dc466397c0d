import { limits, type MergedAnswer } from '@polylogue/api-contract';
import { Button } from 'antd';
import { RotateCw } from 'lucide-react';
import { useId, useState } from 'react';
import { Badge } from '../components/badge.js';
import { Elapsed } from '../components/elapsed.js';
import { PriceBefore, usePriceBefore } from '../estimate/price-before.js';
import { money } from '../formatting/money.js';
import { seconds, when } from '../formatting/when.js';
import { modelFigure } from '../generation/generation.rules.js';
import { endingOf } from './agreement.rules.js';
import type { AnswerProps } from './answer-props.js';
import { AnswerText } from './answer-text.js';
import { AnswerTools } from './answer-tools.js';
import styles from './answer.module.css';
import { priceOfAnswer, useCancelAnswer, type AnswerWish } from './answers.api.js';
import { answerFigures, answerTitle, shortening } from './answers.rules.js';

interface AnswerVersionProps extends AnswerProps {
  answer: MergedAnswer;
  /** While another is being written. */
  isBusy: boolean;
  /** What a rewriting of it is, but for the wish. */
  rewritten: AnswerWish;
  /** The same once more. */
  again: AnswerWish;
  onBegin: (wish: AnswerWish) => void;
}

type VersionActionProps = Pick<AnswerVersionProps, 'map' | 'isNewest' | 'isBusy' | 'onBegin'>;

/** One version: while it is written, as it ended, and what can be done with it. */
export function AnswerVersion({
  answer,
  map,
  isNewest,
  services,
  accents,
  onShow,
  isBusy,
  rewritten,
  again,
  onBegin,
}: AnswerVersionProps) {
  const { status, sentences, steering, generation, responseTime, timestamp, cost } = answer;
  const isOpen = status === 'pending';
  const record = [
    when(timestamp),
    modelFigure(generation),
    responseTime === undefined ? undefined : seconds(responseTime),
    cost && money(cost.amount, cost.currency),
  ];
  const why = shortening(answer);
  const actions = { map, isNewest, isBusy, onBegin };
  return (
    <section
      className={styles.answer}
      aria-label={`${answerTitle(answer)}, version ${answer.version}`}
      aria-busy={isOpen}
    >
      <header>
        <strong>{answerTitle(answer)}</strong>
        {!isOpen && sentences.length > 0 && <span>{answerFigures(answer)}</span>}
      </header>
      {steering !== undefined && <p className={styles.wish}>“{steering}”</p>}
      <AnswerText sentences={sentences} map={map} accents={accents} onShow={onShow} />
      {isOpen && <UnderWay answer={answer} />}
      {endingOf(answer) && <EndedEarly {...actions} answer={answer} again={again} />}
      {why && <p className={styles.line}>{why}</p>}
      {!isOpen && (
        <>
          {sentences.length > 0 && <Steering {...actions} rewritten={rewritten} />}
          <AnswerTools answer={answer} services={services} />
          <footer>{record.filter(Boolean).join(' · ')}</footer>
        </>
      )}
    </section>
  );
}

/** Failed, interrupted or cancelled: why, and the same once more. */
function EndedEarly({
  answer,
  again,
  map,
  isNewest,
  isBusy,
  onBegin,
}: VersionActionProps & Pick<AnswerVersionProps, 'answer' | 'again'>) {
  const price = usePriceBefore({ ...priceOfAnswer(map.id, again, 'Retry'), isWanted: true, isShown: isNewest });
  const endingId = useId();
  return (
    <div className={styles.line}>
      <span id={endingId}>
        <Badge tone={answer.status === 'failed' ? 'error' : 'warn'}>{endingOf(answer)}</Badge> {answer.error}
      </span>
      <Button
        size="small"
        disabled={isBusy}
        aria-describedby={endingId}
        icon={<RotateCw size={14} aria-hidden />}
        onClick={() => price.confirm(() => onBegin(again))}
      >
        Retry
      </Button>
      <PriceBefore price={price} />
    </div>
  );
}

function UnderWay({ answer }: { answer: MergedAnswer }) {
  const cancel = useCancelAnswer();
  return (
    <p className={styles.line}>
      <span>
        Writing one answer… <Elapsed startedAt={new Date(answer.timestamp).getTime()} />
      </span>
      <Button size="small" disabled={cancel.isPending} onClick={() => cancel.mutate({ parameters: { id: answer.id } })}>
        Cancel
      </Button>
    </p>
  );
}

const longestWish = 'In more detail';
const wishes = ['Shorter', longestWish, 'In plain words'];

/** How the next version should be. The claims are not looked for again. */
function Steering({
  map,
  isNewest,
  isBusy,
  rewritten,
  onBegin,
}: VersionActionProps & Pick<AnswerVersionProps, 'rewritten'>) {
  const [own, setOwn] = useState('');
  const wish = own.trim();
  // One price for all of these buttons: what is wished for is a few words beside the claims.
  const priced = { ...rewritten, steering: wish || longestWish };
  const price = usePriceBefore({ ...priceOfAnswer(map.id, priced, 'Rewrite'), isWanted: true, isShown: isNewest });
  const rewrite = (steering: string) => price.confirm(() => onBegin({ ...rewritten, steering }));
  return (
    <form
      className={styles.steering}
      aria-label="Rewrite this answer"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && wish !== '') rewrite(wish);
      }}
    >
      <span role="group" aria-label="Wishes" className={styles.wishes}>
        {wishes.map((steering) => (
          <Button key={steering} size="small" disabled={isBusy} onClick={() => rewrite(steering)}>
            {steering}
          </Button>
        ))}
      </span>
      <input
        className="pl-control"
        aria-label="How it should be instead"
        placeholder="For example: for a lawyer"
        maxLength={limits.answerSteering}
        value={own}
        onChange={({ target }) => setOwn(target.value)}
      />
      <Button htmlType="submit" disabled={isBusy || wish === ''}>
        Rewrite
      </Button>
      <div className={styles.price}>
        <PriceBefore price={price} />
      </div>
    </form>
  );
}
