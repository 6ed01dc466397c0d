import type { AnnouncementLevel } from '@polylogue/api-contract';
import { Info, OctagonAlert, TriangleAlert, X } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import styles from './announcement.module.css';
import { useAnnouncement } from './use-announcement.js';

const icons: Record<AnnouncementLevel, typeof Info> = { info: Info, warning: TriangleAlert, critical: OctagonAlert };

/** The announcement above every page. Its element stays, so that screen readers read a new text out. */
export function AnnouncementBanner({ onHeight }: { onHeight?: (pixels: number) => void }) {
  const { announcement, dismiss } = useAnnouncement();
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const shown = place.current;
    if (!shown || !onHeight || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => onHeight(shown.offsetHeight));
    observer.observe(shown);
    return () => observer.disconnect();
  }, [onHeight]);
  const Icon = announcement && icons[announcement.level];
  return (
    <section ref={place} className={styles.banner} aria-label="Announcement" data-level={announcement?.level}>
      <p role={announcement?.level === 'critical' ? 'alert' : 'status'}>
        {Icon && <Icon aria-hidden />}
        <span>{announcement?.text}</span>
      </p>
      {announcement && (
        <button type="button" className="pl-icon-button" aria-label="Dismiss announcement" onClick={dismiss}>
          <X aria-hidden />
        </button>
      )}
    </section>
  );
}
