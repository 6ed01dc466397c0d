import type { Announcement, PublicConfig } from '@polylogue/api-contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { announcementPoll, shownOf, untilEnd } from './announcement.rules.js';

const dismissedKey = 'polylogue.dismissed-announcement';

/** What is announced, unless it was dismissed in this browser or is over. */
export function useAnnouncement(): { announcement: Announcement | undefined; dismiss: () => void } {
  const { data } = useQuery<PublicConfig | null>({
    queryKey: ['/api/config'],
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: announcementPoll,
  });
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(dismissedKey));
  const [over, setOver] = useState<string>();
  const announcement = shownOf(data?.announcement, dismissed, over);
  useEffect(() => {
    if (!announcement) return undefined;
    return whenOver(announcement, () => setOver(announcement.id));
  }, [announcement]);
  const dismiss = () => {
    if (!announcement) return;
    localStorage.setItem(dismissedKey, announcement.id);
    setDismissed(announcement.id);
  };
  return { announcement, dismiss };
}

/** Calls back at the end of an announcement, however far away it is; answers what stops that. */
function whenOver(announcement: Announcement, done: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    const waitMs = untilEnd(announcement, Date.now());
    if (waitMs !== undefined) timer = setTimeout(waitMs === 0 ? done : wait, waitMs);
  };
  wait();
  return () => clearTimeout(timer);
}
