/**
 * @import { Feature, Spelling } from '../names.js'
 * @import { MadeFile } from '../tree/tree.js'
 */

/** @param {Feature} feature @returns {MadeFile[]} the page of a feature, relative to its folder */
export const featurePage = ({ many, one }) => [
  [`${many.kebab}.tsx`, page(many, one)],
  [`${one.kebab}-form.tsx`, form(many, one)],
  [`${many.kebab}.api.ts`, api(many, one)],
  [`${one.kebab}.rules.ts`, rules(one)],
  [`${many.kebab}.module.css`, style],
];

/** @param {Spelling} many @param {Spelling} one */
const page = (many, one) => `import { EmptyState, NoticeCard, PageHeader, Skeleton, when } from '@polylogue/web-kit';
import { ${one.pascal}Form } from './${one.kebab}-form.js';
import { use${many.pascal} } from './${many.kebab}.api.js';
import styles from './${many.kebab}.module.css';

export default function ${many.pascal}() {
  const { data: ${many.camel}, isPending, isError, refetch } = use${many.pascal}();
  return (
    <div className="pl-page">
      <PageHeader title="${many.title}" />
      {isPending && <Skeleton rows={4} />}
      {isError && (
        <NoticeCard
          role="alert"
          title="${many.sentence} could not be loaded"
          text="Nothing is lost. Try again in a moment."
          action={
            <button type="button" className="pl-button" onClick={() => void refetch()}>
              Retry
            </button>
          }
        />
      )}
      {${many.camel} && <${one.pascal}Form />}
      {${many.camel}?.length === 0 && (
        <section className="pl-card">
          <EmptyState title="No ${many.words} yet" help="What you add is shown here, newest first, to you alone." />
        </section>
      )}
      {${many.camel} && ${many.camel}.length > 0 && (
        <ul className={\`pl-card \${styles.list}\`} aria-label="${many.title}">
          {${many.camel}.map(({ id, name, createdAt }) => (
            <li key={id}>
              <span>{name}</span>
              <time dateTime={createdAt}>{when(createdAt)}</time>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
`;

/** @param {Spelling} many @param {Spelling} one */
const form = (many, one) => `import { useState, type FormEvent } from 'react';
import { bodyOf } from './${one.kebab}.rules.js';
import { useAdd${one.pascal} } from './${many.kebab}.api.js';
import styles from './${many.kebab}.module.css';

export function ${one.pascal}Form() {
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string>();
  const { mutate, isPending } = useAdd${one.pascal}({ onAdded: () => setName(''), onRefused: setFault });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = bodyOf(name);
    setFault(read.fault);
    if (read.body) mutate({ body: read.body });
  };
  return (
    <form className={\`pl-card \${styles.form}\`} noValidate onSubmit={submit}>
      <label htmlFor="${one.kebab}-name">Name</label>
      <input
        id="${one.kebab}-name"
        value={name}
        autoComplete="off"
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? '${one.kebab}-fault' : undefined}
        onChange={({ target }) => {
          setName(target.value);
          setFault(undefined);
        }}
      />
      <button type="submit" className="pl-button pl-button-primary" disabled={isPending}>
        {isPending ? 'Adding…' : 'Add'}
      </button>
      {fault && (
        <p id="${one.kebab}-fault" role="alert">
          {fault}
        </p>
      )}
    </form>
  );
}
`;

/** @param {Spelling} many @param {Spelling} one */
const api = (many, one) => `import { add${one.pascal}, list${many.pascal} } from '@polylogue/api-contract';
import { ApiError, useApiMutation, useApiQuery } from '@polylogue/web-kit';

const ${many.camel}Key = [list${many.pascal}.path] as const;

export const use${many.pascal} = () => useApiQuery(list${many.pascal});

interface AddOutcome {
  onAdded: () => void;
  onRefused: (sentence: string) => void;
}

export function useAdd${one.pascal}({ onAdded, onRefused }: AddOutcome) {
  return useApiMutation(add${one.pascal}, {
    refreshes: [${many.camel}Key],
    onSuccess: onAdded,
    onError: (error) => onRefused(error instanceof ApiError ? error.sentence : error.message),
  });
}
`;

/** @param {Spelling} one */
const rules = (one) => `import { new${one.pascal}, type add${one.pascal}, type BodyOf } from '@polylogue/api-contract';

type Read = { body: BodyOf<typeof add${one.pascal}>; fault?: undefined } | { body?: undefined; fault: string };

/** What is sent, or the sentence that says why it is not. */
export function bodyOf(name: string): Read {
  const read = new${one.pascal}.safeParse({ name });
  return read.success ? { body: read.data } : { fault: read.error.issues[0]?.message ?? 'Type a name.' };
}
`;

const style = `.form {
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 4px 10px;
  margin-bottom: 12px;
  padding: 14px 16px;
  font-size: 13px;
  line-height: 20px;
}

.form label,
.form p {
  grid-column: 1 / -1;
  margin: 0;
  font-weight: 500;
}

.form p {
  color: var(--error);
  font-weight: 400;
}

.form input {
  min-width: 0;
  height: 32px;
  padding: 5px 10px;
  border: 1px solid var(--control);
  border-radius: 6px;
  background: var(--surface);
  color: var(--ink);
  font: 400 14px/20px var(--sans);
}

.form [aria-invalid] {
  border-color: var(--error);
}

.list {
  margin: 0;
  padding: 0 16px;
  list-style: none;
}

.list li {
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 16px;
  padding: 10px 0;
  overflow-wrap: anywhere;
}

.list li + li {
  border-top: 1px solid var(--line);
}

.list time {
  color: var(--ink-2);
  font-size: 13px;
  font-variant-numeric: tabular-nums;
}
`;
