import { Hourglass } from 'lucide-react';
import styles from './frame.module.css';

export const ApprovalNotice = () => (
  <div className={styles.notice} role="status">
    <Hourglass aria-hidden />
    An administrator must approve your account before you can send messages. You can look around meanwhile.
  </div>
);
