import { Skeleton } from '@polylogue/web-kit';
import { ConnectionError } from '../connection-error.js';
import { AnnouncementForm } from './announcement-form.js';
import { useAnnouncement } from './announcement.api.js';

/** The announcement above every page. */
export default function AnnouncementTab() {
  const { data, isPending, error } = useAnnouncement();
  return (
    <>
      <ConnectionError error={error} />
      {isPending && <Skeleton rows={2} rowHeight={80} />}
      {data && <AnnouncementForm shown={data.announcement} />}
    </>
  );
}
