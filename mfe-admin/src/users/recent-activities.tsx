import type { UserActivity } from '@polylogue/api-contract';
import {
  Activity,
  CircleCheck,
  Download,
  Eraser,
  LogIn,
  MessageSquare,
  MessageSquareReply,
  Paperclip,
  UserCheck,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import { activitiesShown, activityLabel, formatDetails, shortWhen } from './activity.rules.js';
import styles from './user-details.module.css';

const icons: Readonly<Record<string, LucideIcon>> = {
  user_login: LogIn,
  message_sent: MessageSquare,
  ai_response_received: MessageSquareReply,
  conversation_completed: CircleCheck,
  conversations_cleared: Eraser,
  user_approved: UserCheck,
  file_uploaded: Paperclip,
  conversation_exported: Download,
};

export function RecentActivities({ activities }: { activities: readonly UserActivity[] }) {
  const [now] = useState(() => new Date());
  return (
    <section className={styles.section}>
      <h3>Recent Activities</h3>
      {activities.length === 0 && <p className={styles.nothing}>No activities recorded</p>}
      <ul>
        {activities.slice(0, activitiesShown).map((activity) => (
          <ActivityRow key={activity.id} activity={activity} now={now} />
        ))}
      </ul>
    </section>
  );
}

function ActivityRow({ activity, now }: { activity: UserActivity; now: Date }) {
  const Icon = icons[activity.activityType] ?? Activity;
  return (
    <li className={styles.activity}>
      <Icon aria-hidden />
      <span>
        {activityLabel(activity.activityType)} <em>{formatDetails(activity)}</em>
      </span>
      <time dateTime={activity.createdAt}>{shortWhen(activity.createdAt, now)}</time>
    </li>
  );
}
