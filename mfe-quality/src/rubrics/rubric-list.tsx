import type { Rubric } from '@polylogue/api-contract';
import { Badge, when } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { useState } from 'react';
import { useRemoveRubric } from './rubrics.api.js';
import styles from './rubrics.module.css';

interface ListProps {
  rubrics: readonly Rubric[];
  isBuiltInDefault: boolean;
  /** Whether shared ones may be changed. */
  mayShare: boolean;
  onOpen: (rubric: Rubric) => void;
}

/** The built-in rubric first, then shared ones, then one's own. */
export const RubricList = ({ rubrics, isBuiltInDefault, mayShare, onOpen }: ListProps) => (
  <ul className={styles.list}>
    <li className="pl-card">
      <div className={styles.about}>
        <h2>
          Built-in rubric <Badge>v1</Badge> {isBuiltInDefault && <Badge tone="brand">Default</Badge>}
        </h2>
        <p>Freedom from bias, safety, accuracy and adherence; accuracy caps the overall score.</p>
      </div>
    </li>
    {rubrics.map((rubric) => (
      <Item key={rubric.id} rubric={rubric} mayChange={!rubric.shared || mayShare} onOpen={onOpen} />
    ))}
  </ul>
);

interface ItemProps {
  rubric: Rubric;
  mayChange: boolean;
  onOpen: (rubric: Rubric) => void;
}

function Item({ rubric, mayChange, onOpen }: ItemProps) {
  const { text, version, shared, isDefault, createdAt } = rubric;
  return (
    <li className="pl-card">
      <div className={styles.about}>
        <h2>
          {text.name} <Badge>version {version}</Badge> {shared && <Badge>Shared</Badge>}{' '}
          {isDefault && <Badge tone="brand">Default</Badge>}
        </h2>
        <p>{text.criteria.map(({ name, weight }) => `${name} (${weight})`).join(', ')}</p>
        <small>
          Saved <time dateTime={createdAt}>{when(createdAt)}</time>
        </small>
      </div>
      {mayChange && <Actions rubric={rubric} onOpen={onOpen} />}
    </li>
  );
}

/** Removing asks once more, in the same place. */
function Actions({ rubric, onOpen }: Omit<ItemProps, 'mayChange'>) {
  const [isAsking, setAsking] = useState(false);
  const remove = useRemoveRubric();
  const { name } = rubric.text;
  if (isAsking) {
    return (
      <div className={styles.actions} role="group" aria-label={`Remove ${name}?`}>
        <span>What was judged by it stays.</span>
        <Button
          danger
          disabled={remove.isPending}
          onClick={() => remove.mutate({ parameters: { id: rubric.id } }, { onSettled: () => setAsking(false) })}
        >
          Remove
        </Button>
        <Button onClick={() => setAsking(false)}>Keep</Button>
      </div>
    );
  }
  return (
    <div className={styles.actions}>
      <Button aria-label={`Edit ${name}`} onClick={() => onOpen(rubric)}>
        Edit
      </Button>
      <Button aria-label={`Remove ${name}`} onClick={() => setAsking(true)}>
        Remove
      </Button>
    </div>
  );
}
