import { useEffect, useRef, useState } from 'react';
import styles from './message-box.module.css';

/** Takes a file dropped anywhere on the page, and shows where it goes; a missed drop never leaves the page. */
export function FileDrop({ isOff, onFiles }: { isOff: boolean; onFiles: (files: readonly File[]) => void }) {
  const [isOver, setOver] = useState(false);
  const now = useRef({ isOff, onFiles });
  useEffect(() => {
    now.current = { isOff, onFiles };
  });
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = now.current.isOff ? 'none' : 'copy';
      setOver(!now.current.isOff);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      if (!now.current.isOff) now.current.onFiles([...event.dataTransfer.files]);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, []);
  return isOver && <div className={styles.drop}>Drop the file to attach it</div>;
}
