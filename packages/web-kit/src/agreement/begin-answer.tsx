import { Button } from 'antd';
import { useState } from 'react';
import { Field } from '../components/field.js';
import { PriceBefore, usePriceBefore } from '../estimate/price-before.js';
import { extractorsOf } from './agreement.rules.js';
import type { AnswerProps } from './answer-props.js';
import styles from './answer.module.css';
import { priceOfAnswer } from './answers.api.js';

interface BeginAnswerProps extends Pick<AnswerProps, 'map' | 'isNewest' | 'services'> {
  isStarting: boolean;
  /** Without a writer the server chooses. */
  onBegin: (writerAI: string | undefined) => void;
}

/** Who writes, and the button that begins it. */
export function BeginAnswer({ map, isNewest, services, isStarting, onBegin }: BeginAnswerProps) {
  const [writer, setWriter] = useState('');
  const writerAI = writer || undefined;
  const priced = priceOfAnswer(map.id, { writerAI }, 'Write one answer');
  const price = usePriceBefore({ ...priced, isWanted: true, isShown: isNewest });
  const others = extractorsOf(services).filter(({ name }) => name !== map.extractor.name);
  return (
    <form
      className={styles.begin}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isStarting) price.confirm(() => onBegin(writerAI));
      }}
    >
      <Field
        label="Written by"
        help="From the proven claims alone. Each sentence names the replies behind it; what is disputed stays disputed."
      >
        {(control) => (
          <select {...control} value={writer} onChange={({ target }) => setWriter(target.value)}>
            <option value="">{map.extractor.displayName}, who found the claims</option>
            {others.map(({ name, displayName }) => (
              <option key={name} value={name}>
                {displayName}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Button htmlType="submit" disabled={isStarting}>
        {isStarting ? 'Starting…' : 'Write one answer'}
      </Button>
      <div className={styles.price}>
        <PriceBefore price={price} />
      </div>
    </form>
  );
}
