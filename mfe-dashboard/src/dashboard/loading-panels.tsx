import styles from './dashboard.module.css';

/** The grid that will come, as it will stand. */
export function LoadingPanels() {
  return (
    <div className={styles.loading} role="status" aria-label="Loading">
      {Array.from({ length: 6 }, (_panel, index) => (
        <i key={index} />
      ))}
    </div>
  );
}
