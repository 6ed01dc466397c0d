import type { AiService } from '@polylogue/api-contract';
import { Button } from 'antd';
import { useState } from 'react';
import { Field } from '../components/field.js';
import styles from './agreement.module.css';
import { PriceBefore, usePriceBefore } from '../estimate/price-before.js';
import { priceOfMap, useDefaultExtractor, useStartMap } from './agreement.api.js';
import { extractorsOf, minReplies } from './agreement.rules.js';

interface MapFormProps {
  messageIds: string[];
  services: readonly AiService[];
  /** While one is being made, another is not begun by mistake. */
  isBusy: boolean;
}

/** Who finds the claims, and the button that begins it. */
export function MapForm({ messageIds, services, isBusy }: MapFormProps) {
  const [extractor, setExtractor] = useState('');
  const { start, isStarting } = useStartMap();
  const { label, note = '' } = useDefaultExtractor();
  const isTooFew = messageIds.length < minReplies;
  const isOff = isBusy || isStarting || isTooFew;
  const wish = { messageIds, extractorAI: extractor || undefined };
  const price = usePriceBefore({ ...priceOfMap(wish), isWanted: !isTooFew });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isOff) price.confirm(() => start(wish));
      }}
    >
      <Field
        label="Claims found by"
        help={`It reads the replies without their authors. Each quote it gives is then looked up in the reply. ${note}`}
      >
        {(control) => (
          <select {...control} value={extractor} onChange={({ target }) => setExtractor(target.value)}>
            <option value="">{label}</option>
            {extractorsOf(services).map(({ name, displayName }) => (
              <option key={name} value={name}>
                {displayName}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Button type="primary" htmlType="submit" disabled={isOff}>
        {isStarting ? 'Starting…' : `Map ${messageIds.length} replies`}
      </Button>
      <div className={styles.price}>
        <PriceBefore price={price} />
      </div>
    </form>
  );
}
