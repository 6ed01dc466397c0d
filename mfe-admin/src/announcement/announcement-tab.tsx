import { PanelTab } from '../panel/panel-tab.js';
import { AnnouncementForm } from './announcement-form.js';
import { useAnnouncement } from './announcement.api.js';

/** The announcement above every page. */
export default function AnnouncementTab() {
  const query = useAnnouncement();
  const { data } = query;
  return (
    <PanelTab query={query} skeleton={{ rows: 2, rowHeight: 80 }}>
      {data && <AnnouncementForm shown={data.announcement} />}
    </PanelTab>
  );
}
