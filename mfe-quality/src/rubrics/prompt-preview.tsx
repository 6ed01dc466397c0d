import type { RubricText } from '@polylogue/api-contract';
import { ApiError } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { usePreviewRubric } from './rubrics.api.js';
import styles from './rubrics.module.css';

/** What a judge would be sent by the rubric as it stands in the form. */
export function PromptPreview({ read }: { read: () => RubricText | undefined }) {
  const preview = usePreviewRubric();
  const show = () => {
    const text = read();
    if (text) preview.mutate({ body: { text } });
  };
  const { data, error } = preview;
  return (
    <section className={`pl-card ${styles.fields}`} aria-label="What a judge is sent">
      <header className={styles.head}>
        <h2>What a judge is sent</h2>
        <Button disabled={preview.isPending} onClick={show}>
          Show the prompt
        </Button>
      </header>
      {error && <p role="alert">{error instanceof ApiError ? (error.sentence ?? error.message) : error.message}</p>}
      {data && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        <pre className={styles.prompt} tabIndex={0} aria-label="Prompt">
          {`${data.system}\n\n${data.user}`}
        </pre>
      )}
    </section>
  );
}
