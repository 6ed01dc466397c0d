import styles from './message-box.module.css';
import { examplePrompts } from './send.rules.js';

/** A first message to start from; a click puts it into the box. */
export function ExamplePrompts({ onChoose }: { onChoose: (prompt: string) => void }) {
  return (
    <div className={styles.examples} role="group" aria-label="Example messages">
      {examplePrompts.map((prompt) => (
        <button key={prompt} type="button" onClick={() => onChoose(prompt)}>
          {prompt}
        </button>
      ))}
    </div>
  );
}
