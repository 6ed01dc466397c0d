import styles from './generation.module.css';

/** What the model reasoned before it replied; folded, and plain text: it is no part of the reply. */
export function Reasoning({ text }: { text: string }) {
  return (
    <details className={styles.reasoning}>
      <summary>Reasoning</summary>
      <p dir="auto">{text}</p>
    </details>
  );
}
