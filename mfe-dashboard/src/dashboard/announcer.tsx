import type { AiService } from '@polylogue/api-contract';
import { useEffect, useRef, useState } from 'react';
import type { Broadcast } from '../broadcasts/broadcast.state.js';
import { useBroadcastList } from '../broadcasts/broadcasts.js';
import { announcementOf } from './announcements.rules.js';

/** Announces to screen readers, politely, which replies have ended. */
export function Announcer({ services }: { services: readonly AiService[] }) {
  const list = useBroadcastList();
  const before = useRef<readonly Broadcast[]>([]);
  const [sentence, setSentence] = useState('');
  useEffect(() => {
    const nameOf = (name: string) => services.find((service) => service.name === name)?.displayName ?? name;
    const news = announcementOf(before.current, list, nameOf);
    before.current = list;
    if (news !== '') setSentence(news);
  }, [list, services]);
  return (
    <div className="pl-only-read" role="status" aria-live="polite">
      {sentence}
    </div>
  );
}
